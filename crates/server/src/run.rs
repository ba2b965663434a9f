use std::future::Future;

/// Runs something of the server to its end: for those who have no runtime of their own.
///
/// # Errors
/// There are no threads to be had, or what the future says.
pub fn run<T>(future: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(future)
}

/// The same behind everybody else: for long work beside a server, on a machine that answers people first.
///
/// # Errors
/// As with [`run`].
pub fn run_gently<T>(future: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
    // The threads that are begun for it are as patient as this one.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::setpriority_process(None, 10);
    run(future)
}
