// The builder's export is found by role and word: its classes change with each redesign.

export type ExportWords = { download: string[]; export: string[] }

export const EXPORT_WORDS: ExportWords = {
  download: ['download', 'descargar', 'zip'],
  export: ['export', 'exportar'],
}

const MOST_MENUS = 6
const MOST_MS = 6000
const MENU_OPENS_MS = 300
const LOOK_EVERY_MS = 25

const OPENERS = 'button[aria-haspopup=menu], [role=button][aria-haspopup=menu]'
/** A link that leads elsewhere would leave the project. */
const ITEMS = ':is([role=menuitem], [role=menu] button, [role=menu] a):not(a[href]:not([download]))'

/** Presses the builder's own export, and says whether it was found. Menus are closed again, and the focus returned. */
export async function pressExport(words: ExportWords): Promise<boolean> {
  const until = Date.now() + MOST_MS
  const focused = document.activeElement

  try {
    for (let i = 0; i < MOST_MENUS && Date.now() < until; i++) {
      // Searched again, because the page may have redrawn its header.
      const opener = closedOpeners()[i]
      if (!opener) break
      const menu = await openMenu(opener)
      if (menu && (await pressIn(menu, words))) return true
      await closeMenus()
    }
    return false
  } finally {
    if (focused instanceof HTMLElement && focused.isConnected) focused.focus()
  }
}

/** Menus of the header come first: others belong to files and messages. */
function closedOpeners(): HTMLElement[] {
  const all = [...document.querySelectorAll<HTMLElement>(OPENERS)].filter(
    (one) => one.getAttribute('aria-expanded') !== 'true' && one.getClientRects().length > 0,
  )
  const inHeader = all.filter((one) => one.closest('header, [role=banner]'))

  return [...inHeader, ...all.filter((one) => !inHeader.includes(one))]
}

async function pressIn(menu: Element, words: ExportWords): Promise<boolean> {
  const items = [...menu.querySelectorAll<HTMLElement>(ITEMS)]
  const leads = (item: Element) => item.getAttribute('aria-haspopup') === 'menu'
  const direct = items.find((item) => !leads(item) && isDownload(item, words.download))
  if (direct) return press(direct)
  for (const item of items.filter((one) => leads(one) && says(one, exportWords(words)))) {
    const submenu = await openSubmenu(item)
    if (submenu && (await pressIn(submenu, words))) return true
  }
  const plain = items.find((item) => !leads(item) && says(item, words.export))

  return plain ? press(plain) : false
}

const exportWords = ({ download, export: exports }: ExportWords) => [...download, ...exports]

const isDownload = (item: Element, words: string[]) =>
  says(item, words) ||
  [...item.querySelectorAll('[class]')].some((icon) => /download/i.test(icon.className.toString()))

const says = (item: Element, words: string[]): boolean => {
  const text = `${item.textContent ?? ''} ${item.getAttribute('aria-label') ?? ''}`.toLowerCase()

  return words.some((word) => text.includes(word))
}

function press(item: HTMLElement): true {
  sendPointer(item)
  return true
}

/** Menus open on pointerdown, not on click; those of other libraries on Enter. */
async function openMenu(opener: HTMLElement): Promise<Element | null> {
  const before = menus()
  sendPointer(opener)
  const opened = await newMenu(before)
  if (opened) return opened
  opener.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  return newMenu(before)
}

async function openSubmenu(item: HTMLElement): Promise<Element | null> {
  const before = menus()
  item.dispatchEvent(new PointerEvent('pointerover', POINTER))
  item.dispatchEvent(new PointerEvent('pointermove', POINTER))
  const hovered = await newMenu(before)
  if (hovered) return hovered
  sendPointer(item)
  const pressed = await newMenu(before)
  if (pressed) return pressed
  item.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }))
  return newMenu(before)
}

const POINTER = {
  bubbles: true,
  cancelable: true,
  composed: true,
  button: 0,
  pointerType: 'mouse',
  isPrimary: true,
}

function sendPointer(element: HTMLElement): void {
  element.dispatchEvent(new PointerEvent('pointerdown', POINTER))
  element.dispatchEvent(new PointerEvent('pointerup', POINTER))
  element.dispatchEvent(new MouseEvent('click', { ...POINTER, detail: 1 }))
}

const menus = () => new Set(document.querySelectorAll('[role=menu]'))

async function newMenu(before: Set<Element>): Promise<Element | null> {
  const until = Date.now() + MENU_OPENS_MS
  for (;;) {
    const opened = [...menus()].find((menu) => !before.has(menu))
    if (opened) return opened
    if (Date.now() > until) return null
    await wait(LOOK_EVERY_MS)
  }
}

async function closeMenus(): Promise<void> {
  for (let i = 0; i < 2 && menus().size > 0; i++) {
    const target = document.activeElement ?? document.body
    target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    await wait(LOOK_EVERY_MS)
  }
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
