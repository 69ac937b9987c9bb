import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, useRef } from 'react'
import { IconButton } from './icon-button.tsx'
import { CloseIcon } from './icons.tsx'

type Props = {
  isOpen: boolean
  onClose: () => void
  title: string
  closeText: string
  children: ReactNode
}

/** At the right edge, beside a usable list; on phones it covers everything. It takes the focus itself. */
export function Drawer({ isOpen, onClose, title, closeText, children }: Props) {
  const popup = useRef<HTMLDivElement>(null)

  return (
    <Base.Root
      open={isOpen}
      onOpenChange={(next) => !next && onClose()}
      modal="trap-focus"
      disablePointerDismissal
    >
      <Base.Portal>
        <Base.Popup
          ref={popup}
          data-drawer=""
          initialFocus={popup}
          className="fixed inset-y-0 right-0 z-40 flex w-full max-w-dialog flex-col border-l border-line bg-surface shadow-float outline-none transition-[translate,opacity] duration-200 data-ending-style:translate-x-6 data-ending-style:opacity-0 data-starting-style:translate-x-6 data-starting-style:opacity-0"
        >
          <header className="flex items-start gap-4 border-b border-line py-2 pr-3 pl-6">
            <Base.Title className="min-w-0 flex-1 py-2 text-lg font-semibold break-words">
              {title}
            </Base.Title>
            <Base.Close render={<IconButton label={closeText} />}>
              <CloseIcon className="size-5" />
            </Base.Close>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto p-6">{children}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
