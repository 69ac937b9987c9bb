import { type UserEvent, userEvent } from '@testing-library/user-event'
import { vi } from 'vitest'
import { Downloads } from './downloads.ts'
import { pressKeys, typeText } from './keys.ts'
import { ListenerWatch } from './listener-watch.ts'
import { Locator } from './locator.ts'
import { Network, type Route } from './network.ts'
import { requestsTo } from './requests.ts'
import { SessionHistory } from './session-history.ts'

type Root = { unmount: () => void }

const send = globalThis.fetch

/**
 * A tab that shows pages of the product: what the server sends, then the application from its source, with new modules for
 * each document. There is no layout and no style sheet.
 */
export class Page {
  readonly origin: string
  readonly request: ReturnType<typeof requestsTo>
  readonly keyboard = {
    press: (keys: string) => pressKeys(this.#user, keys),
    type: (text: string) => typeText(this.#user, text),
  }
  readonly #language: string
  readonly #user: UserEvent
  readonly #body: Locator
  readonly #network = new Network()
  readonly #downloads = new Downloads()
  readonly #listeners = new ListenerWatch()
  readonly #history: SessionHistory
  #root: Root | null = null
  #initScripts: (() => void)[] = []
  #documentWatchers: ((url: string) => void)[] = []
  /** The address of somebody else's page. */
  #away: string | null = null
  #loading: Promise<void> = Promise.resolve()

  constructor(origin: string, language: string) {
    this.origin = origin
    this.#language = language
    this.request = requestsTo(origin)
    this.#user = userEvent.setup({ delay: null, pointerEventsCheck: 0 })
    this.#body = new Locator(
      () => [document.documentElement],
      '',
      () => this.#user,
    )
    this.#history = new SessionHistory({
      show: (url) => showAddress(url),
      load: (url) => this.#open(url, true),
    })
    this.#replaceBrowserParts()
  }

  url(): string {
    return this.#away ?? location.href
  }

  /** Loads a page, as a link from elsewhere does. */
  async goto(address: string): Promise<void> {
    this.#open(new URL(address, this.origin).href, false)
    await this.#settled()
  }

  async reload(): Promise<void> {
    this.#open(this.url(), true)
    await this.#settled()
  }

  async goBack(): Promise<void> {
    this.#history.back()
    await new Promise((resolve) => setTimeout(resolve))
    await this.#settled()
  }

  getByRole: Locator['getByRole'] = (...args) => this.#body.getByRole(...args)
  getByLabel: Locator['getByLabel'] = (...args) => this.#body.getByLabel(...args)
  getByText: Locator['getByText'] = (...args) => this.#body.getByText(...args)
  getByPlaceholder: Locator['getByPlaceholder'] = (...args) => this.#body.getByPlaceholder(...args)
  locator(selector: string, narrowed?: Parameters<Locator['locator']>[1]): Locator {
    return selector === 'html' ? this.#body : this.#body.locator(selector, narrowed)
  }

  route = (pattern: string, handler: (route: Route) => unknown) =>
    this.#network.route(pattern, handler)
  unroute = (pattern: string) => this.#network.unroute(pattern)
  onRequest = (watch: Parameters<Network['onRequest']>[0]) => this.#network.onRequest(watch)
  waitForResponse = (matches: Parameters<Network['waitForResponse']>[0]) =>
    this.#network.waitForResponse(matches)
  waitForDownload = () => this.#downloads.next()

  /** Runs before the application of each document. */
  addInitScript<Given>(script: (given: Given) => void, given: Given): void {
    this.#initScripts.push(() => script(given))
  }

  /** Hears of each document that is loaded: a link within the application loads none. */
  onDocument(watch: (url: string) => void): void {
    this.#documentWatchers.push(watch)
  }

  /** Leaves nothing behind for the next test. */
  close(): void {
    this.#end()
    this.#downloads.stop()
    removeEventListener('click', this.#followLink)
    localStorage.clear()
    sessionStorage.clear()
    for (const cookie of document.cookie.split('; ')) {
      // biome-ignore lint/suspicious/noDocumentCookie: it is the page's own.
      document.cookie = `${cookie.split('=')[0]}=; max-age=0; path=/`
    }
  }

  #open(url: string, isReplacing: boolean): void {
    this.#loading = this.#loading.then(() => this.#load(url, isReplacing))
  }

  async #settled(): Promise<void> {
    for (let seen = null; seen !== this.#loading; ) {
      seen = this.#loading
      await seen
    }
  }

  async #load(address: string, isReplacing: boolean): Promise<void> {
    this.#end()
    for (const watch of this.#documentWatchers) watch(address)
    const { url, html } = await this.#read(new URL(address))
    this.#away = url.origin === this.origin ? null : url.href
    if (this.#away) return

    this.#history.enter(url.href, isReplacing)
    showDocument(html)
    const before = this.#loading
    this.#listeners.start()
    for (const script of this.#initScripts) script()
    runHeadScript()
    // It may lead elsewhere at once.
    if (this.#loading !== before) return

    vi.resetModules()
    const { startApp } = await import('#app/start-app.tsx')
    const container = document.getElementById('root')
    if (container) this.#root = await startApp(container, 'shell')
  }

  /** Follows redirects by hand: a fragment survives them, and some lead away from the product. */
  async #read(url: URL): Promise<{ url: URL; html: string }> {
    if (url.origin !== this.origin) return { url, html: '' }
    const answer = await send(url, {
      redirect: 'manual',
      headers: {
        accept: 'text/html',
        'accept-language': this.#language,
        cookie: document.cookie,
      },
    })
    const target = answer.headers.get('location')
    if (!target) return { url, html: await answer.text() }

    await answer.body?.cancel()
    const next = new URL(target, url)
    next.hash ||= url.hash
    return this.#read(next)
  }

  #end(): void {
    this.#root?.unmount()
    this.#root = null
    this.#listeners.stop()
    // What it was sent with stays until the next document: its last answers may still arrive, and read it.
  }

  /** What this environment lacks or does differently from a browser's tab. */
  #replaceBrowserParts(): void {
    // Cookies and storage belong to the product's origin from the start.
    showAddress(this.origin)
    const leave = (url: string | URL, isReplacing = false) =>
      this.#open(new URL(url, location.href).href, isReplacing)
    Object.assign(globalThis, {
      fetch: this.#network.fetch,
      history: this.#history,
      scrollTo: () => {},
      postMessage,
    })
    // Nothing lies anywhere without a layout.
    document.elementsFromPoint = () => []
    Object.defineProperties(location, {
      assign: { configurable: true, value: (url: string) => leave(url) },
      replace: { configurable: true, value: (url: string) => leave(url, true) },
      reload: { configurable: true, value: () => leave(location.href, true) },
    })
    Object.defineProperty(navigator, 'language', { configurable: true, value: this.#language })
    addEventListener('click', this.#followLink)
  }

  readonly #followLink = (event: MouseEvent) => {
    const link = (event.target as Element).closest('a')
    if (event.defaultPrevented || !link?.href || link.hasAttribute('download')) return
    event.preventDefault()
    const isPlace = link.href.split('#')[0] === location.href.split('#')[0] && link.hash
    if (!isPlace) return this.#open(link.href, false)

    this.#history.pushState(null, '', link.href)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }
}

/** To this window, from this window: happy-dom names another object as the source than `window` is here. */
function postMessage(data: unknown): void {
  const target = window
  const message = { data: structuredClone(data), origin: location.origin, source: target }
  const event = new MessageEvent('message', message)
  // The test may be over by then, and its globals gone.
  setTimeout(() => target.dispatchEvent(event))
}

const showAddress = (url: string) =>
  (globalThis as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL(url)

/** The page as it was sent, without what only a browser loads. */
function showDocument(html: string): void {
  const sent = new DOMParser().parseFromString(html, 'text/html')
  for (const one of sent.querySelectorAll('link, script[src], style')) one.remove()
  const root = document.documentElement
  for (const { name } of [...root.attributes]) root.removeAttribute(name)
  for (const { name, value } of [...sent.documentElement.attributes]) root.setAttribute(name, value)

  document.head.innerHTML = sent.head.innerHTML
  document.body.innerHTML = sent.body.innerHTML
}

/** The one inline script: theme, language and the way to the dashboard. */
function runHeadScript(): void {
  const script = document.querySelector('script[data-session-key]')
  Object.defineProperty(document, 'currentScript', { configurable: true, value: script })
  // biome-ignore lint/security/noGlobalEval: the product's own script, which this environment does not run.
  globalThis.eval(script?.textContent ?? '')
}
