import { Menu as Base } from '@base-ui/react/menu'
import type { ReactNode, RefObject } from 'react'
import { MENU_LOOK } from './menu-look.ts'

type Props = {
  /** The button it belongs to, which stands somewhere else and says itself whether the menu is open. */
  button: RefObject<HTMLButtonElement | null>
  id: string
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  children: ReactNode
}

/** A menu without its button, so that the button can be on the page long before the menu is downloaded. */
export function AnchoredMenu({ button, id, isOpen, onOpenChange, children }: Props) {
  return (
    <Base.Root
      modal={false}
      open={isOpen}
      onOpenChange={(next, { reason, event, cancel }) => {
        const isOnButton = button.current?.contains(event.target as Node) ?? false

        // The button's own click is about to close the menu; closing it here would make that click open it again.
        if (reason === 'outside-press' && isOnButton) cancel()
        else onOpenChange(next)
      }}
    >
      <Base.Portal>
        <Base.Positioner anchor={button} align="end" sideOffset={8} className="z-30">
          <Base.Popup
            id={id}
            finalFocus={button}
            aria-labelledby={button.current?.id}
            className={MENU_LOOK}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
