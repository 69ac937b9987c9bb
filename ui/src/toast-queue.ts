export type Toast = {
  title: string
  text?: string
  tone?: 'plain' | 'positive' | 'danger'
  /** For what can be taken back. */
  action?: { text: string; run: () => void }
}

export type QueuedToast = Toast & { id: number; isDismissed: boolean }

/** Specification, section 9. */
const LIMIT = 20
const REMOVAL_DELAY_MS = 1_000_000

/**
 * Toasts in the order of their coming. The first that nobody has dismissed is shown, the others wait for it.
 * Dismissed ones stay in the list for a long while and are the first to make room for new ones.
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
      change([...makeRoom(toasts), { ...toast, id: lastId, isDismissed: false }])
      return lastId
    },

    dismiss(id: number) {
      change(toasts.map((toast) => (toast.id === id ? { ...toast, isDismissed: true } : toast)))
      setTimeout(() => change(toasts.filter((toast) => toast.id !== id)), REMOVAL_DELAY_MS)
    },
  }

  function change(next: readonly QueuedToast[]) {
    toasts = next
    for (const listener of listeners) listener()
  }
}

function makeRoom(toasts: readonly QueuedToast[]): readonly QueuedToast[] {
  if (toasts.length < LIMIT) return toasts
  const leaving = toasts.find((toast) => toast.isDismissed) ?? toasts[0]

  return toasts.filter((toast) => toast !== leaving)
}
