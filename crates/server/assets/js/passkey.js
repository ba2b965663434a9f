// Passkeys: signing in with one, and adding one. Where browsers or the address of the page cannot have them, signing in
// shows nothing, and the settings say so.

/** Sends JSON; what comes back, or an error with the club's sentence. */
async function send(path, body) {
  const answer = await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const said = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(said.error || 'The club does not answer: try again');
  return said;
}

/** Does something with a key, and says beside the button what went wrong. */
function onSubmit(form, act) {
  const told = form.querySelector('.wrong');
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const button = form.querySelector('button');
    button.disabled = true;
    told.textContent = '';
    told.removeAttribute('role');
    try {
      await act(new FormData(form));
    } catch (error) {
      // The browser has no sentence for people when somebody changes their mind.
      const words = error instanceof DOMException ? 'No passkey was used. You can try again' : error.message;
      told.setAttribute('role', 'alert');
      told.textContent = `${words[0].toUpperCase()}${words.slice(1)}.`;
    }
    button.disabled = false;
  });
  form.hidden = false;
}

const fits = (form) => form && window.PublicKeyCredential?.parseRequestOptionsFromJSON && form.dataset.host === location.hostname;

const enter = document.getElementById('by-key');
if (fits(enter)) {
  onSubmit(enter, async (fields) => {
    const { word, options } = await send('/api/v1/sessions/passkey/begin', {});
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options.publicKey);
    const key = await navigator.credentials.get({ publicKey });
    await send('/api/v1/sessions/passkey', { word, key: key.toJSON() });
    location.assign(fields.get('back'));
  });
}

const add = document.getElementById('add-key');
if (add && !fits(add)) document.getElementById('no-key').hidden = false;
if (fits(add)) {
  onSubmit(add, async (fields) => {
    const { word, options } = await send('/api/v1/passkeys/begin', { password: fields.get('password') ?? '' });
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options.publicKey);
    const key = await navigator.credentials.create({ publicKey });
    await send('/api/v1/passkeys', { word, name: fields.get('name'), key: key.toJSON() });
    location.reload();
  });
}
