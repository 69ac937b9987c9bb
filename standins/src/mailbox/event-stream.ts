import type { MailStore } from './mail-store.ts'

const CHANGE = new TextEncoder().encode('event: change\ndata:\n\n')

/** Tells open pages that something changed, not what: they ask for themselves anew. */
export function eventStream(store: MailStore): Response {
  let stop = () => {}

  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      stop = store.watch(() => {
        // One unread message is enough, it leads to the newest state anyhow.
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(CHANGE)
      })
    },
    cancel: () => stop(),
  })

  return new Response(stream, {
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' },
  })
}
