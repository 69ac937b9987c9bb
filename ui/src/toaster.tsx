import { useEffect, useState, useSyncExternalStore } from 'react'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import { CheckIcon, CloseIcon, InfoIcon, WarningIcon } from './icons.tsx'
import { createToastQueue, type QueuedToast } from './toast-queue.ts'

/** The page's only queue. */
export const toasts = createToastQueue()

const SHOWN_MS = 6000
const TONES = {
  plain: { Icon: InfoIcon, color: 'text-ink-soft' },
  positive: { Icon: CheckIcon, color: 'text-positive' },
  danger: { Icon: WarningIcon, color: 'text-danger' },
}

type Props = { label: string; dismissText: string }

/** The live region is always rendered: one that is added together with its text is often not announced. */
export function Toaster({ label, dismissText }: Props) {
  const toast = useSyncExternalStore(toasts.subscribe, toasts.shown, nothing)

  return (
    <section
      aria-label={label}
      aria-live="polite"
      aria-atomic="true"
      className="pointer-events-none fixed inset-x-0 top-16 z-50 flex justify-center p-4 sm:justify-end sm:px-6"
    >
      {toast && <ShownToast key={toast.id} toast={toast} dismissText={dismissText} />}
    </section>
  )
}

const nothing = () => null

function ShownToast({ toast, dismissText }: { toast: QueuedToast; dismissText: string }) {
  const { id, title, text, action, link, tone = 'plain' } = toast
  const { Icon, color } = TONES[tone]
  const pause = useAutoDismissal(id)

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointer and focus only pause its timer; Escape is a shortcut for its button.
    <div
      {...pause}
      onKeyDown={({ key }) => key === 'Escape' && toasts.dismiss(id)}
      className="pointer-events-auto flex w-full max-w-toast animate-arrive items-start gap-3 rounded-lg border border-line-strong bg-surface py-2 pr-2 pl-4 text-sm shadow-float"
    >
      <Icon className={`mt-3 size-5 flex-none ${color}`} />
      <div className="min-w-0 flex-1 py-2.5 break-words">
        <p className="font-semibold">{title}</p>
        {text && <p className="text-ink-soft">{text}</p>}
        {link && (
          <a
            href={link.href}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-6 items-center font-medium text-accent underline-offset-4 hover:underline pointer-coarse:min-h-11"
          >
            {link.text}
          </a>
        )}
      </div>
      {action && (
        <Button variant="quiet" size="sm" onClick={() => takeAction(toast)}>
          {action.text}
        </Button>
      )}
      <IconButton label={dismissText} onClick={() => toasts.dismiss(id)}>
        <CloseIcon className="size-4" />
      </IconButton>
    </div>
  )
}

function takeAction({ id, action }: QueuedToast) {
  toasts.dismiss(id)
  action?.run()
}

/** The timer is paused while the pointer or the focus is inside the toast. */
function useAutoDismissal(id: number) {
  const [isPaused, setPaused] = useState(false)

  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(() => toasts.dismiss(id), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [id, isPaused])

  return {
    onPointerEnter: () => setPaused(true),
    onPointerLeave: () => setPaused(false),
    onFocus: () => setPaused(true),
    onBlur: () => setPaused(false),
  }
}
