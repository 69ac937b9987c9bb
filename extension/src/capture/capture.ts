// Runs in the page's own world before its scripts, so it imports nothing and defines no globals. When armed by the
// extension, it captures the next ZIP that the page downloads. Other downloads pass unchanged.

declare const __CONFIG__: { builderUrl: string }

type Armed = { nonce: string; until: number }

/** One byte over the limit is enough to refuse a download. */
const MOST_BYTES = 100_000_001

if (location.origin === __CONFIG__.builderUrl) watchDownloads()

function watchDownloads(): void {
  const blobs = new Map<string, Blob>()
  let armed: Armed | null = null
  const { createObjectURL } = URL
  const { click } = HTMLAnchorElement.prototype
  const { dispatchEvent } = EventTarget.prototype
  // Stored now, because scripts of the page may replace it later.
  const post = window.postMessage.bind(window)

  addEventListener('message', ({ source, origin, data }) => {
    if (source !== window || origin !== location.origin) return
    if (data?.source !== 'gitferry-arm' || typeof data.nonce !== 'string') return
    armed = { nonce: data.nonce, until: Date.now() + Number(data.forMs) }
    blobs.clear()
  })

  URL.createObjectURL = (object: Blob | MediaSource) => {
    const address = createObjectURL.call(URL, object)
    if (isArmed() && object instanceof Blob) blobs.set(address, object)
    return address
  }

  HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
    if (!takeLink(this)) click.call(this)
  }

  HTMLAnchorElement.prototype.dispatchEvent = function (this: HTMLAnchorElement, event: Event) {
    return event.type === 'click' && takeLink(this) ? false : dispatchEvent.call(this, event)
  }

  document.addEventListener(
    'click',
    (event) => {
      const link = event.composedPath().find((one) => one instanceof HTMLAnchorElement)
      if (!link || !takeLink(link)) return
      event.preventDefault()
      event.stopImmediatePropagation()
    },
    true,
  )

  function isArmed(): Armed | null {
    return armed && Date.now() < armed.until ? armed : null
  }

  /** Whether the download is captured instead of saved. */
  function takeLink(link: HTMLAnchorElement): boolean {
    const current = isArmed()
    if (!current || !link.hasAttribute('download') || isOtherFile(link.download)) return false
    const blob = blobs.get(link.href)
    if (!blob && !isOwnAddress(link.href)) return false
    armed = null
    blobs.clear()
    if (blob) void handOver(current, blob)
    // The page's policy may forbid reading it here; the extension's own script may read it.
    else send({ nonce: current.nonce, address: link.href })
    return true
  }

  async function handOver({ nonce }: Armed, blob: Blob): Promise<void> {
    const bytes = await blob.slice(0, MOST_BYTES).arrayBuffer()
    send({ nonce, bytes }, [bytes])
  }

  function send(message: object, transfer: Transferable[] = []): void {
    post({ source: 'gitferry-captured', ...message }, location.origin, transfer)
  }
}

/** A file name with another extension than `.zip`. */
const isOtherFile = (name: string) => /\.(?!zip$)[a-z][a-z0-9]{0,4}$/i.test(name)

const isOwnAddress = (address: string) =>
  address.startsWith(`${location.origin}/`) || address.startsWith(`blob:${location.origin}/`)
