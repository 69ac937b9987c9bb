export type Toast = {
  title: string
  text?: string
  tone?: 'plain' | 'positive' | 'danger'
  /** The subject: a new toast replaces the older one about it. */
  subject?: string
  /** Usually an undo. */
  action?: { text: string; run: () => void }
  /** Another site's page, opened in a new tab. */
  link?: { text: string; href: string }
}

export type QueuedToast = Toast & { id: number; isDismissed: boolean }

/** Specification, section 9. */
const LIMIT = 20
const REMOVAL_DELAY_MS = 1_000_000

/**
 * Toasts in order of creation. The first undismissed one is shown; others wait. Dismissed ones stay in the list for a while and are dropped
 * first when it is full.
 */
export function createToastQueue() {
  let toasts: readonly QueuedToast[] = []
  let lastId = 0
  const listeners = new Set<() => void>()

  return {
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    all: () => toasts,

    shown: () => toasts.find((toast) => !toast.isDismissed) ?? null,

    show(toast: Toast): number {
      lastId += 1
      for (const one of toasts) if (isOutdated(one, toast)) dismiss(one.id)
      change([...makeRoom(toasts), { ...toast, id: lastId, isDismissed: false }])
      return lastId
    },

    dismiss,
  }

  function dismiss(id: number) {
    change(toasts.map((toast) => (toast.id === id ? { ...toast, isDismissed: true } : toast)))
    setTimeout(() => change(toasts.filter((toast) => toast.id !== id)), REMOVAL_DELAY_MS)
  }

  function change(next: readonly QueuedToast[]) {
    toasts = next
    for (const listener of listeners) listener()
  }
}

/** A success also replaces the failure before it, which concerns the same action. */
function isOutdated(older: QueuedToast, newer: Toast): boolean {
  const isSameSubject = older.subject === newer.subject

  return (
    !older.isDismissed &&
    isSameSubject &&
    (newer.subject !== undefined || (older.tone === 'danger' && newer.tone === 'positive'))
  )
}

function makeRoom(toasts: readonly QueuedToast[]): readonly QueuedToast[] {
  if (toasts.length < LIMIT) return toasts
  const dropped = toasts.find((toast) => toast.isDismissed) ?? toasts[0]

  return toasts.filter((toast) => toast !== dropped)
}
