
// An address is copied by a button, where that can be done.
for (const button of all('[data-copy]')) button.hidden = !navigator.clipboard;
document.addEventListener('click', async (event) => {
  const button = event.target.closest('[data-copy]');
  if (!button) return;
  const field = document.getElementById(button.dataset.copy);
  const done = await navigator.clipboard.writeText(field.value).then(() => true, () => false);
  if (!done) field.select();
  button.textContent = done ? 'Copied' : 'Press Ctrl+C';
  say(button.textContent);
});
