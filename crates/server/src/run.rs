use std::future::Future;

/// Runs something of the server to its end: for those who have no runtime of their own.
///
/// # Errors
/// There are no threads to be had, or what the future says.
pub fn run<T>(future: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(future)
}
