// What is to be sent to others is copied by a button, where the browser lets a page do that.

/** Shows the buttons that can do it. */
const copies = () => { for (const it of all('[data-copy]')) it.hidden = !navigator.clipboard; };

document.addEventListener('click', async ({ target }) => {
  const button = target.closest('[data-copy]');
  if (!button) return;
  const field = document.getElementById(button.dataset.copy);
  const done = await navigator.clipboard.writeText(new URL(field.value, location.href).href).then(() => true, () => false);
  if (!done) field.select();
  button.textContent = done ? 'Copied' : 'Press Ctrl+C';
  say(button.textContent);
});
