import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, useRef } from 'react'
import { IconButton } from './icon-button.tsx'
import { CloseIcon } from './icons.tsx'

type Props = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  title: string
  lead?: string
  closeText: string
  /** For pictures and videos. */
  isWide?: boolean
  children: ReactNode
}

/** Centred on wide screens; on phones at the lower edge, within reach of the thumb. Its first field has the focus. */
export function Dialog({ isOpen, onOpenChange, title, lead, closeText, isWide, children }: Props) {
  const content = useRef<HTMLDivElement>(null)

  return (
    <Base.Root
      open={isOpen}
      onOpenChange={(next, { cancel }) => {
        // A confirmation is shown above this dialog; pressing in it is not a press outside.
        if (!next && isQuestionOpen()) cancel()
        else onOpenChange(next)
      }}
    >
      <Base.Portal>
        {/* Also covers a drawer, and the dialog that opened this one. */}
        <Base.Backdrop forceRender className={BACKDROP_CLASSES} />
        <Base.Viewport className="fixed inset-0 z-40 grid items-end overflow-y-auto sm:place-items-center sm:p-6">
          <Base.Popup
            initialFocus={() => firstField(content.current) ?? true}
            className={`w-full ${isWide ? 'max-w-wide-dialog' : 'max-w-dialog'} justify-self-center rounded-t-lg border border-line bg-surface shadow-float outline-none transition-[translate,opacity] duration-200 data-ending-style:translate-y-6 data-ending-style:opacity-0 data-starting-style:translate-y-6 data-starting-style:opacity-0 sm:rounded-lg`}
          >
            <header className="flex items-start gap-4 pt-3 pr-3 pl-6">
              <div className="flex-1 pt-3">
                <Base.Title className="text-lg font-semibold">{title}</Base.Title>
                {lead && (
                  <Base.Description className="text-sm text-ink-soft">{lead}</Base.Description>
                )}
              </div>
              <Base.Close render={<IconButton label={closeText} />}>
                <CloseIcon className="size-5" />
              </Base.Close>
            </header>
            <div ref={content} className="p-6 pt-4">
              {children}
            </div>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

const isQuestionOpen = () => document.querySelector('[role="alertdialog"][data-open]') !== null

const FIELDS =
  'input:not([type="hidden"]):not(:disabled), textarea:not(:disabled), [role="combobox"]:not(:disabled)'

/** Null in a dialog without fields. Tab reaches the selected radio button of a group. */
function firstField(content: HTMLElement | null): HTMLElement | null {
  const first = content?.querySelector<HTMLElement>(FIELDS) ?? null
  if (!(first instanceof HTMLInputElement) || first.type !== 'radio') return first
  const group = content?.querySelectorAll<HTMLInputElement>(`input[name="${first.name}"]`) ?? []

  return [...group].find(({ checked }) => checked) ?? first
}

const BACKDROP_CLASSES =
  'fixed inset-0 z-40 bg-backdrop transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0'
