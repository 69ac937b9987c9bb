// Two comforts on top of pages that work without them: copying, and showing new mail as it comes.

const LIVE = '[data-live]'

document.documentElement.classList.add('scripted')

document.addEventListener('click', async ({ target }) => {
  const button = target.closest('[data-copy]')
  if (!button) return

  await navigator.clipboard.writeText(button.dataset.copy)
  button.textContent = 'Copied'
  setTimeout(() => {
    button.textContent = 'Copy'
  }, 1200)
})

if (document.querySelector(LIVE)) {
  const events = new EventSource('/events')
  events.addEventListener('change', showChanges)
  // What happened while the connection was lost was told to nobody.
  events.addEventListener('open', showChanges)
}

async function showChanges() {
  const response = await fetch(location.href)
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html')
  const focused = document.activeElement?.getAttribute('href')

  document.title = fresh.title
  for (const part of document.querySelectorAll(LIVE)) {
    // Nobody likes a question to vanish while answering it.
    if (part.querySelector('details[open]')) continue
    const replacement = fresh.querySelector(`[data-live="${part.dataset.live}"]`)
    if (replacement) part.replaceWith(replacement)
  }
  if (focused) document.querySelector(`${LIVE} [href="${CSS.escape(focused)}"]`)?.focus()
}
