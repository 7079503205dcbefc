//! Spare keys that this connection bound to characters: bound before a text is sent, and given back when the run ends. Not earlier:
//! a toolkit looks a key up when it gets round to it, and by then must still find the character.

use crate::fault::Result;
use crate::keyboard::{self, Keyboard};
use crate::session::Session;
use deskgate_observe::keys::{Binding, PlanError, bindings, missing};
use x11rb::protocol::xproto::ConnectionExt as _;

impl Session {
    /// The layout with a key for every character of `text`, or how many characters can have none; nothing is bound then.
    pub(crate) fn bind_spare(
        &mut self,
        keyboard: Keyboard,
        text: &str,
    ) -> Result<std::result::Result<Keyboard, PlanError>> {
        let wanted = match bindings(&keyboard.table, keyboard.locks, text) {
            Ok(wanted) if wanted.is_empty() => return Ok(Ok(keyboard)),
            Ok(wanted) => wanted,
            Err(error) => return Ok(Err(error)),
        };
        let before = self.bound.len();
        for binding in wanted {
            // Noted first: whatever happens to the request, it is then undone.
            self.bound.push(binding);
            self.conn.change_keyboard_mapping(1, binding.keycode, 2, &binding.symbols)?;
        }
        // Read again, and planned by what the server made of it: under Caps Lock a toolkit may make a capital of what such a key gives.
        let bound = keyboard::ask(&self.conn)?.read()?;
        let left = missing(&bound.table, bound.locks, text).len();
        if left == 0 {
            return Ok(Ok(bound));
        }
        for binding in self.bound.split_off(before) {
            self.conn.change_keyboard_mapping(1, binding.keycode, 2, &[0, 0])?;
        }
        Ok(Err(PlanError::Unrepresentable(left)))
    }

    /// Gives spare keys back that still are as we bound them: a layout that somebody loaded since is left alone.
    pub(crate) fn unbind_spare(&mut self) -> Result<()> {
        if self.bound.is_empty() {
            return Ok(());
        }
        let table = keyboard::ask(&self.conn)?.read()?.table;
        let ours = |binding: &Binding| {
            let symbols = table.key(binding.keycode).map_or(&[][..], |key| &key.symbols);
            symbols.iter().any(|symbol| *symbol != 0)
                && symbols.iter().all(|symbol| *symbol == 0 || binding.symbols.contains(symbol))
        };
        for binding in self.bound.iter().filter(|binding| ours(binding)) {
            self.conn.change_keyboard_mapping(1, binding.keycode, 2, &[0, 0])?;
        }
        self.conn.get_input_focus()?.reply()?;
        self.bound.clear();
        Ok(())
    }
}
