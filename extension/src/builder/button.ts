import type { ButtonState } from '#messages/messages.ts'

// Its size is fixed: other words must not move what is beside it.
const STYLES = `
:host { all: initial; display: inline-flex; flex: none; vertical-align: middle; }
:host([data-floating]) { position: fixed; right: 16px; bottom: 16px; z-index: 2147483000; }
:host([data-wordless]) { visibility: hidden; }
button {
  all: unset; box-sizing: border-box; display: grid; align-content: center; inline-size: 156px; block-size: 36px;
  padding-inline: 10px; border-radius: 8px; background: #0b5d73; color: #fff; cursor: pointer; text-align: center;
  font: 500 13px/1.25 ui-sans-serif, system-ui, sans-serif;
}
button:hover { background: #084a5c; }
button:focus-visible { outline: 2px solid #6cc5d9; outline-offset: 2px; }
span, small { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
small { font-size: 11px; font-weight: 400; color: #d5edf3; }
small:empty { display: none; }
small[data-tone=notice] { font-weight: 600; color: #ffe3a3; }
@media (prefers-reduced-motion: no-preference) { button { transition: background 120ms; } }
`

/** Pages have one button for the site and one for the project. */
const HEADERS = 'header, [role=banner]'
const BUTTONS = 'header button, [role=banner] button'

const PUBLISH = /^(?:publish|deploy|publicar|desplegar)\b/i

/** The button beside the builder's own, in a shadow root that isolates styles. */
export function showButton(onPress: () => void) {
  let made: ReturnType<typeof makeButton> | null = null
  let isShown = false
  const button = () => {
    made ??= makeButton(onPress)
    return made
  }
  const header = followHeader((publish) => isShown && putInPlace(button().host, publish))

  return {
    set(next: ButtonState) {
      button().say(next)
    },
    show(isWanted: boolean) {
      if (isShown === isWanted) return
      isShown = isWanted
      if (isWanted) header.look()
      else made?.host.remove()
    },
  }
}

/** Inserted at once, to avoid a layout shift; visible once its text is loaded. */
function makeButton(onPress: () => void) {
  const host = document.createElement('gitferry-button')
  host.dataset.wordless = ''
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(STYLES)
  root.adoptedStyleSheets = [sheet]
  const button = document.createElement('button')
  const label = document.createElement('span')
  const state = document.createElement('small')
  state.setAttribute('aria-live', 'polite')
  button.append(label, state)
  // Only a person opens the panel: scripts of the page can reach this button.
  button.addEventListener('click', ({ isTrusted }) => isTrusted && onPress())
  root.append(button)
  const say = (next: ButtonState) => {
    label.textContent = next.label
    state.textContent = next.state
    state.dataset.tone = next.tone
    delete host.dataset.wordless
  }

  return { host, say }
}

/** Beside Publish if the page has it, else floating. */
function putInPlace(host: HTMLElement, publish: Element | undefined): void {
  if (publish) {
    if (publish.previousElementSibling !== host) publish.before(host)
    host.removeAttribute('data-floating')
  } else if (host.parentElement !== document.body || !host.hasAttribute('data-floating')) {
    host.setAttribute('data-floating', '')
    document.body.append(host)
  }
}

const publishButton = (): Element | undefined =>
  [...document.querySelectorAll(BUTTONS)].find((one) => PUBLISH.test(one.textContent?.trim() ?? ''))

const LOOK_EVERY_MS = 1000
/** A header that is drawn later than this after the page's load gets the button a moment after it. */
const WHOLE_PAGE_MS = 15_000

/**
 * The button is inserted before the header is first painted, so that nothing moves: while the page loads, each frame looks
 * for the header. Then the whole page is observed for a while. Once Publish is there, only its header and what is directly
 * around it are observed, because the page replaces the header at any time.
 */
function followHeader(onFound: (publish: Element | undefined) => void) {
  let watched: Element | null = null
  let isInPage = true
  let isAsked = false
  const look = () => {
    const publish = publishButton()
    if (publish && isInPage) leavePage()
    if (!isInPage) follow(publish)
    // The page may not have drawn its own button yet.
    if (publish || document.readyState === 'complete') onFound(publish)
  }
  const lookBeforePaint = () => {
    if (isAsked || !isInPage) return
    isAsked = true
    requestAnimationFrame(() => {
      isAsked = false
      if (isInPage) look()
      if (document.readyState !== 'complete') lookBeforePaint()
    })
  }
  const ofHeader = new MutationObserver(look)
  const ofPage = new MutationObserver(lookBeforePaint)
  const follow = (publish: Element | undefined) => {
    const header = publish?.closest(HEADERS) ?? document.querySelector(HEADERS)
    if (header === watched && watched?.isConnected) return
    watched = header
    ofHeader.disconnect()
    ofHeader.observe(document.body, { childList: true })
    if (header) ofHeader.observe(header, { childList: true, subtree: true })
    for (let at = header?.parentElement; at && at !== document.body; at = at.parentElement) {
      ofHeader.observe(at, { childList: true })
    }
  }
  const leavePage = () => {
    isInPage = false
    ofPage.disconnect()
    // A header that appears later deep in the page is not observed.
    setInterval(() => publishButton()?.closest(HEADERS) !== watched && look(), LOOK_EVERY_MS)
  }
  const onLoad = () => {
    if (!isInPage) return
    look()
    if (!isInPage) return
    ofPage.observe(document.body, { childList: true, subtree: true })
    setTimeout(() => {
      if (!isInPage) return
      leavePage()
      look()
    }, WHOLE_PAGE_MS)
  }
  if (document.readyState === 'complete') onLoad()
  else addEventListener('load', onLoad)
  lookBeforePaint()

  return { look }
}
