use std::future::Future;

/// Runs a future of the server to its end, for callers without a runtime of their own.
///
/// # Errors
/// No threads can be started, or the future fails.
pub fn run<T>(future: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(future)
}

/// Like [`run`], at low priority: for long work next to a server, on a machine that answers people first.
///
/// # Errors
/// As for [`run`].
pub fn run_gently<T>(future: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
    // Threads started later inherit this priority.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::setpriority_process(None, 10);
    run(future)
}
