// Menus as the real page has them: opened by pointer or Enter, in the document only while open.
const status = document.querySelector('#status')
let open = []

for (const button of document.querySelectorAll('[data-menu]')) {
  button.addEventListener('pointerdown', (event) => {
    event.preventDefault()
    toggle(button, button.dataset.menu)
  })
  button.addEventListener('keydown', (event) => {
    if (!['Enter', ' ', 'ArrowDown'].includes(event.key)) return
    event.preventDefault()
    toggle(button, button.dataset.menu)
  })
  // A click without a pointer comes from assistive technology.
  button.addEventListener('click', (event) => {
    if (event.detail === 0 && event.isTrusted) toggle(button, button.dataset.menu)
  })
}

document.addEventListener('click', (event) => {
  const target = event.target instanceof Element ? event.target : null
  if (target?.closest('[data-export]')) exportProject().catch(showFailure)
  else if (target?.closest('[role=menuitem]') && !target.closest('[data-submenu]')) closeAll()
  else if (!target?.closest('[role=menu], [data-menu]')) closeAll()
})

document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') closeAll()
  const items = [...(open.at(-1)?.content.querySelectorAll('[role=menuitem], button') ?? [])]
  const at = items.indexOf(document.activeElement)
  if (event.key === 'ArrowDown' && at >= 0) items[(at + 1) % items.length].focus()
  if (event.key === 'ArrowUp' && at >= 0) items.at(at - 1).focus()
  if (event.key === 'Enter' && at >= 0 && items[at].tagName !== 'BUTTON') items[at].click()
})

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

async function exportProject() {
  closeAll()
  status.textContent = 'Preparing the download…'
  const reply = await fetch(`${location.pathname.replace('/~/', '/api/projects/')}/export`)
  if (reply.status === 204) return
  if (!reply.ok) return showFailure()
  const url = URL.createObjectURL(await reply.blob())
  const link = document.createElement('a')
  link.href = url
  link.download = 'project.zip'
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
  status.textContent = 'Downloaded.'
}

function showFailure() {
  status.textContent = 'The export failed.'
}
