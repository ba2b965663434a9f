use std::convert::Infallible;

use axum::Router;
use axum::handler::Handler;
use axum::routing::MethodRouter;

use crate::App;

/// Routes together with their paths, so that a test can go through all of them and none can be forgotten.
#[derive(Debug, Default)]
pub(crate) struct Routes {
    router: Router<App>,
    /// The paths as they were given: `/match/{id}`.
    pub(crate) paths: Vec<String>,
}

impl Routes {
    /// Adds a route.
    pub(crate) fn route(mut self, path: &str, door: MethodRouter<App, Infallible>) -> Self {
        self.router = self.router.route(path, door);
        self.paths.push(path.to_string());
        self
    }

    /// Sets what answers an address without a route.
    pub(crate) fn fallback<H, T>(mut self, handler: H) -> Self
    where
        H: Handler<T, App>,
        T: 'static,
    {
        self.router = self.router.fallback(handler);
        self
    }

    /// Adds the other routes to these.
    pub(crate) fn merge(mut self, other: Routes) -> Self {
        self.router = self.router.merge(other.router);
        self.paths.extend(other.paths);
        self
    }

    /// Adds the other routes below a path.
    pub(crate) fn nest(mut self, path: &str, other: Routes) -> Self {
        self.router = self.router.nest(path, other.router);
        self.paths.extend(other.paths.into_iter().map(|it| format!("{path}{it}")));
        self
    }

    pub(crate) fn into_router(self) -> Router<App> {
        self.router
    }
}
