// Menus as the real page has them: opened by pointer or Enter, in the document only while open.
const header = () => document.querySelector('header.bar')
const { redrawMs } = header().dataset
let drawn = header().cloneNode(true)
let open = []

if (redrawMs > 0) setInterval(() => header().replaceWith(drawn.cloneNode(true)), Number(redrawMs))

document.addEventListener('pointerdown', (event) => {
  const opener = event.target.closest('[data-menu]')
  if (!opener) return
  event.preventDefault()
  toggle(opener, opener.dataset.menu)
})

document.addEventListener('click', (event) => {
  const { target } = event
  const opener = target.closest('[data-menu]')
  const link = target.closest('[data-script-link]')
  if (link) {
    event.preventDefault()
    history.pushState(null, '', link.href)
    showPage().catch(() => location.reload())
  }
  // A click without a pointer comes from assistive technology.
  else if (opener && event.detail === 0 && event.isTrusted) toggle(opener, opener.dataset.menu)
  else if (target.closest('[data-export]')) exportProject().catch(showFailure)
  else if (target.closest('[role=menuitem]') && !target.closest('[data-submenu]')) closeAll()
  else if (!target.closest('[role=menu], [data-menu]')) closeAll()
})

document.addEventListener('keydown', (event) => {
  const opener = event.target.closest?.('[data-menu]')
  if (opener && ['Enter', ' ', 'ArrowDown'].includes(event.key)) {
    event.preventDefault()
    return toggle(opener, opener.dataset.menu)
  }
  if (event.key === 'Escape') closeAll()
})

addEventListener('popstate', () => showPage().catch(() => location.reload()))

/** The address has changed already: for a moment the page shows another project than it names. */
async function showPage() {
  closeAll()
  const reply = await fetch(location.href)
  const next = new DOMParser().parseFromString(await reply.text(), 'text/html')
  document.title = next.title
  document.querySelector('main').replaceWith(next.querySelector('main'))
  drawn = header().cloneNode(true)
}

function toggle(opener, name) {
  const isOpen = open.some((one) => one.opener === opener)
  closeAll()
  if (!isOpen) show(opener, name)
}

function show(opener, name) {
  const template = document.querySelector(`template[data-menu-content="${name}"]`)
  const content = template.content.firstElementChild.cloneNode(true)
  opener.setAttribute('aria-expanded', 'true')
  document.body.append(content)
  const { left, bottom } = opener.getBoundingClientRect()
  content.style.left = `${Math.max(8, Math.min(left, innerWidth - content.offsetWidth - 8))}px`
  content.style.top = `${bottom + scrollY + 4}px`
  open.push({ opener, content })
  content.querySelector('[role=menuitem], button')?.focus()

  for (const item of content.querySelectorAll('[data-submenu]')) {
    const enter = () => {
      if (!open.some((one) => one.opener === item)) show(item, item.dataset.submenu)
    }
    item.addEventListener('pointerover', enter)
    item.addEventListener('click', enter)
    item.addEventListener('keydown', (event) => event.key === 'ArrowRight' && enter())
  }
}

function closeAll() {
  const [first] = open
  for (const { opener, content } of open) {
    content.remove()
    opener.setAttribute('aria-expanded', 'false')
  }
  open = []
  first?.opener.focus()
}

const WAYS = {
  async blob(address) {
    const reply = await fetch(address)
    if (reply.status === 204) return
    if (!reply.ok) return showFailure()
    // Not the export: the page keeps something for itself.
    URL.createObjectURL(new Blob([ZIP_WITHOUT_FILES]))
    const url = URL.createObjectURL(await reply.blob())
    save(url)
    setTimeout(() => URL.revokeObjectURL(url), 10_000)
  },

  async link(address) {
    save(address)
  },

  async picker(address) {
    const handle = await showSaveFilePicker({ suggestedName: 'project.zip' })
    const reply = await fetch(address)
    await reply.body.pipeTo(await handle.createWritable())
  },

  async worker(address) {
    const worker = new Worker('/_control/export-worker.js')
    worker.postMessage(new URL(address, location.href).href)
    worker.onmessage = ({ data: url }) => (url ? save(url) : showFailure())
  },
}

const ZIP_WITHOUT_FILES = Uint8Array.from({ length: 22 }, (_, at) => [80, 75, 5, 6][at] ?? 0)

async function exportProject() {
  closeAll()
  say('Preparing the download…')
  const address = `${location.pathname.replace('/~/', '/api/projects/')}/export`
  await WAYS[header().dataset.way](address)
}

function save(href) {
  const link = document.createElement('a')
  link.href = href
  link.download = 'project.zip'
  document.body.append(link)
  link.click()
  link.remove()
  say('Downloaded.')
}

function say(text) {
  document.querySelector('#status').textContent = text
}

function showFailure() {
  say('The export failed.')
}
