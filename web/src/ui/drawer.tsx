import { Drawer as Base } from '@base-ui/react/drawer'
import type { ReactNode } from 'react'
import { IconButton } from './icon-button.tsx'
import { CloseIcon } from './icons.tsx'

type Props = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  title: string
  closeText: string
  children: ReactNode
}

/** Details beside the list they belong to. Comes from the right and can be swiped back there. */
export function Drawer({ isOpen, onOpenChange, title, closeText, children }: Props) {
  return (
    <Base.Root open={isOpen} onOpenChange={onOpenChange} swipeDirection="right">
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-backdrop transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Viewport className="fixed inset-0 z-40 flex justify-end">
          <Base.Popup className="flex h-full w-full max-w-dialog translate-x-(--drawer-swipe-movement-x) flex-col overflow-y-auto overscroll-contain border-l border-line bg-surface shadow-float outline-none transition-transform duration-200 data-ending-style:translate-x-full data-starting-style:translate-x-full data-swiping:transition-none">
            <header className="sticky top-0 flex items-center justify-between gap-4 border-b border-line bg-surface py-2 pr-3 pl-6">
              <Base.Title className="text-lg font-semibold">{title}</Base.Title>
              <Base.Close render={<IconButton label={closeText} />}>
                <CloseIcon className="size-5" />
              </Base.Close>
            </header>
            <Base.Content className="p-6">{children}</Base.Content>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
