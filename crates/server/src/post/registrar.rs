use tokio::sync::{mpsc, oneshot};

use crate::error::Error;
use crate::store::{HandledMail, Store};

/// The most mails recorded in one transaction.
const TOGETHER: usize = 256;

/// Records the outcome of mails, many in one transaction: the busier it is, the more of them.
#[derive(Clone, Debug)]
pub(crate) struct Registrar(mpsc::Sender<(HandledMail, oneshot::Sender<bool>)>);

impl Registrar {
    pub(crate) fn begin(store: Store) -> Self {
        let (sender, mut mails) = mpsc::channel::<(HandledMail, oneshot::Sender<bool>)>(TOGETHER);
        tokio::spawn(async move {
            let mut some = Vec::with_capacity(TOGETHER);
            while mails.recv_many(&mut some, TOGETHER).await > 0 {
                let (mails, waiting): (Vec<_>, Vec<_>) = some.drain(..).unzip();
                let noted = store.handled(&mails).await;
                if let Err(error) = &noted {
                    tracing::error!("letters cannot be noted: {error}");
                }
                for waiting in waiting {
                    // The caller may have gone away.
                    let _ = waiting.send(noted.is_ok());
                }
            }
        });
        Registrar(sender)
    }

    /// Records the outcome of a mail; on return, it is on the disk.
    pub(crate) async fn note(&self, handled: HandledMail) -> Result<(), Error> {
        let (noted, wait) = oneshot::channel();
        self.0.send((handled, noted)).await.map_err(|_| Error::NotDone)?;
        match wait.await {
            Ok(true) => Ok(()),
            _ => Err(Error::NotDone),
        }
    }
}
