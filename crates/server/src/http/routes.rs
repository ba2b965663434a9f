use std::convert::Infallible;

use axum::Router;
use axum::handler::Handler;
use axum::routing::MethodRouter;

use crate::App;

/// Doors by their addresses, which are remembered: a test goes through all of them, and none can be forgotten.
#[derive(Debug, Default)]
pub(crate) struct Routes {
    router: Router<App>,
    /// As they were given: `/match/{id}`.
    pub(crate) paths: Vec<String>,
}

impl Routes {
    /// Adds a door.
    pub(crate) fn route(mut self, path: &str, door: MethodRouter<App, Infallible>) -> Self {
        self.router = self.router.route(path, door);
        self.paths.push(path.to_string());
        self
    }

    /// Says what answers where there is no door.
    pub(crate) fn fallback<H, T>(mut self, handler: H) -> Self
    where
        H: Handler<T, App>,
        T: 'static,
    {
        self.router = self.router.fallback(handler);
        self
    }

    /// Adds doors beside these.
    pub(crate) fn merge(mut self, other: Routes) -> Self {
        self.router = self.router.merge(other.router);
        self.paths.extend(other.paths);
        self
    }

    /// Adds doors below an address.
    pub(crate) fn nest(mut self, path: &str, other: Routes) -> Self {
        self.router = self.router.nest(path, other.router);
        self.paths.extend(other.paths.into_iter().map(|it| format!("{path}{it}")));
        self
    }

    pub(crate) fn into_router(self) -> Router<App> {
        self.router
    }
}
