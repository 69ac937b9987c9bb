import { Menu as Base } from '@base-ui/react/menu'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { isInOpenDialog } from './is-in-open-dialog.ts'
import { MENU_CLASSES } from './menu-classes.ts'
import { MenuPartsContext } from './menu-parts.ts'

type Props = {
  /** Its trigger, which is rendered elsewhere and sets its own aria-expanded. */
  button: RefObject<HTMLButtonElement | null>
  id: string
  isOpen: boolean
  /** A menu opened by keyboard focuses its first item. */
  isByKeyboard: boolean
  onOpenChange: (isOpen: boolean) => void
  children: ReactNode
}

/** A menu without its button, so that the button can be on the page long before the menu is downloaded. */
export function AnchoredMenu(props: Props) {
  const { button, id, isOpen, isByKeyboard, onOpenChange, children } = props
  const popup = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!isOpen || !isByKeyboard) return
    // Once positioned, the popup takes the focus itself; the first item gets it after that.
    const frame = requestAnimationFrame(() =>
      popup.current?.querySelector<HTMLElement>('[role^="menuitem"]')?.focus(),
    )
    return () => cancelAnimationFrame(frame)
  }, [isOpen, isByKeyboard])

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
        <Base.Positioner
          anchor={button}
          align="end"
          sideOffset={8}
          // The page behind a dialog may move when its content changes, and would take the menu along.
          positionMethod={isInOpenDialog(button.current) ? 'fixed' : 'absolute'}
          className="z-50"
        >
          <Base.Popup
            ref={popup}
            id={id}
            // A dialog that an item opened may have the focus before the menu is gone.
            finalFocus={() => (isInOpenDialog(document.activeElement) ? false : button.current)}
            aria-labelledby={button.current?.id}
            className={MENU_CLASSES}
          >
            <MenuPartsContext value={Base}>{children}</MenuPartsContext>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
