// Optional: copying codes, and showing new mail as it arrives. The pages work without.

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
  // Changes during a lost connection were not sent.
  events.addEventListener('open', showChanges)
}

async function showChanges() {
  const response = await fetch(location.href)
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html')
  const focused = document.activeElement?.getAttribute('href')

  document.title = fresh.title
  for (const part of document.querySelectorAll(LIVE)) {
    // Keeps an open confirmation while the person answers it.
    if (part.querySelector('details[open]')) continue
    const replacement = fresh.querySelector(`[data-live="${part.dataset.live}"]`)
    if (replacement) part.replaceWith(replacement)
  }
  if (focused) document.querySelector(`${LIVE} [href="${CSS.escape(focused)}"]`)?.focus()
}
