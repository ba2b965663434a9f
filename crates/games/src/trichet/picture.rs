use crosscut_draw::{Diagram, Draw, Last, Scene};
use super::{Trichet, TrichetPosition};
impl Draw for Trichet {
    fn text(&self, _position: &TrichetPosition) -> Diagram { Diagram::default() }
    fn scene(&self, _position: &TrichetPosition, _last: Option<Last<'_, TrichetPosition>>) -> Scene { Scene::default() }
}
