// What becomes of a turn: it is put together, sent, and agreed to or refused. One that does not get through is kept.

const TURN = {
  idle: { choose: 'chosen', send: 'sent' },
  chosen: { choose: 'chosen', clear: 'idle', send: 'sent', agreed: 'idle' },
  sent: { agreed: 'idle', refused: 'idle', lost: 'kept' },
  kept: { send: 'sent', agreed: 'idle', refused: 'idle', lost: 'kept' },
};

/** The state after an event; what cannot happen in a state changes nothing. */
const after = (state, event) => TURN[state][event] ?? state;

/** Whether the board may be clicked. */
const free = (state) => 'choose' in TURN[state];
