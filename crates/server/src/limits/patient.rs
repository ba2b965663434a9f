use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep};

/// The bytes per second that a slow reader must take at least: even a very bad line takes more.
const SLOWEST: u32 = 1 << 10;

/// A connection that is closed when the other side takes nothing of what is written for too long, or keeps taking only a
/// little: an answer must not be kept for ever for a client that does not read it.
#[derive(Debug)]
pub(crate) struct Patient {
    stream: TcpStream,
    patience: Duration,
    /// How long the other side has been waited for, less the time allowed for what it has taken since.
    waited: Duration,
    /// When the current wait began, and its end, if one is in progress.
    wait: Option<(Instant, Pin<Box<Sleep>>)>,
}

impl Patient {
    pub(crate) fn new(stream: TcpStream, patience: Duration) -> Self {
        Patient { stream, patience, waited: Duration::ZERO, wait: None }
    }

    fn judge(
        &mut self,
        cx: &mut Context<'_>,
        done: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        if let Poll::Ready(done) = done {
            if let Some((since, _)) = self.wait.take() {
                self.waited += since.elapsed();
            }
            let taken = done.as_ref().map_or(0, |it| u32::try_from(*it).unwrap_or(u32::MAX));
            let may_take = Duration::from_secs(1) * taken / SLOWEST;
            self.waited = self.waited.saturating_sub(may_take);
            return Poll::Ready(done);
        }
        let left = self.patience.saturating_sub(self.waited);
        let (_, until) = self.wait.get_or_insert_with(|| (Instant::now(), Box::pin(sleep(left))));
        until.as_mut().poll(cx).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Patient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl AsyncWrite for Patient {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let done = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.judge(cx, done)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        pieces: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let done = Pin::new(&mut self.stream).poll_write_vectored(cx, pieces);
        self.judge(cx, done)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;
    use tokio::time::timeout;

    use super::*;

    /// Writes without end to a reader who takes `bytes` bytes and then rests for `rest` milliseconds, again and again;
    /// returns whether it is given up within two seconds, with a patience of a quarter of one.
    async fn is_given_up(bytes: usize, rest: u64) -> bool {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut reader = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (stream, _) = listener.accept().await.unwrap();
        let mut patient = Patient::new(stream, Duration::from_millis(250));
        let reading = async {
            let mut some = vec![0; bytes];
            loop {
                if reader.read(&mut some).await.is_err() {
                    return;
                }
                sleep(Duration::from_millis(rest)).await;
            }
        };
        let writing = async { while patient.write_all(&[7; 64 << 10]).await.is_ok() {} };
        let end = async {
            tokio::select! { () = reading => (), () = writing => () }
        };
        timeout(Duration::from_secs(2), end).await.is_ok()
    }

    #[tokio::test]
    async fn who_reads_too_slowly_is_given_up_as_who_reads_nothing() {
        assert!(is_given_up(1, 60_000).await, "nothing");
        assert!(is_given_up(1, 20).await, "fifty bytes a second");
        assert!(!is_given_up(4 << 20, 100).await, "a lot now and then");
    }

    /// How often a reader who takes `bytes` bytes after each tenth of a second is waited for, up to ten times.
    async fn rounds(bytes: usize) -> usize {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let stream = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let mut patient = Patient::new(stream, Duration::from_millis(250));
        let mut cx = Context::from_waker(std::task::Waker::noop());
        for round in 0..10 {
            if patient.judge(&mut cx, Poll::Pending).is_ready() {
                return round;
            }
            tokio::time::advance(Duration::from_millis(100)).await;
            assert!(patient.judge(&mut cx, Poll::Ready(Ok(bytes))).is_ready());
        }
        10
    }

    #[tokio::test(start_paused = true)]
    async fn waits_are_added_up_and_what_is_taken_makes_up_for_them() {
        assert_eq!(rounds(1).await, 3);
        assert_eq!(rounds(1 << 20).await, 10);
    }
}
