//! Limits the open event streams of one network, whatever their transport.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::error::Error;
use crate::error::TooOften;
use crate::origin::network;

/// How many one network may have open: a browser has one, with any number of tabs.
pub(crate) const EACH: usize = 128;
/// The wait, in milliseconds, asked of those with too many.
const WAIT: i64 = 5000;

/// The open streams, by network. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(crate) struct Streams(Arc<Mutex<HashMap<IpAddr, usize>>>);

/// An open stream, until this is dropped.
#[derive(Debug)]
pub(crate) struct OpenStream {
    streams: Streams,
    network: IpAddr,
}

impl Streams {
    /// Opens another stream.
    ///
    /// # Errors
    /// This network has as many open as allowed.
    pub(crate) fn open(&self, from: IpAddr) -> Result<OpenStream, Error> {
        let network = network(from);
        let mut open = self.by_network();
        let theirs = open.entry(network).or_default();
        if EACH <= *theirs {
            let of = "streams of events from your network";
            return Err(Error::TooOften(TooOften { wait: WAIT, of }));
        }
        *theirs += 1;
        Ok(OpenStream { streams: self.clone(), network })
    }

    fn by_network(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for OpenStream {
    fn drop(&mut self) {
        let mut open = self.streams.by_network();
        if let Some(n) = open.get_mut(&self.network) {
            *n -= 1;
            if *n == 0 {
                open.remove(&self.network);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_network_has_so_many_streams() {
        let streams = Streams::default();
        let [one, same, other] =
            ["2001:db8::1", "2001:db8::2", "192.0.2.7"].map(|it| it.parse::<IpAddr>().unwrap());
        let mut open: Vec<OpenStream> = (0..EACH).map(|_| streams.open(one).unwrap()).collect();
        let said = streams.open(same).unwrap_err();
        assert_eq!(said.retry_after(), Some(5));
        assert_eq!(
            said.to_string(),
            "too many streams of events from your network: try again in 5 seconds"
        );
        open.push(streams.open(other).unwrap());
        drop(open.remove(0));
        open.push(streams.open(same).unwrap());
        drop(open);
        assert!(streams.by_network().is_empty());
    }
}
