import { Menu as Base } from '@base-ui/react/menu'
import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
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
  const [anchor] = useState(() => steadyAnchor(button))
  const [side, setSide] = useSideWhileOpen(isOpen)

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

        // The button's own click will close the menu; closing it here would make that click reopen it.
        if (reason === 'outside-press' && isOnButton) cancel()
        else onOpenChange(next)
      }}
    >
      <Base.Portal>
        <Base.Positioner
          anchor={anchor}
          side={side}
          align="end"
          sideOffset={8}
          // If the page changes its height, an absolute menu would move away from the pointer.
          positionMethod="fixed"
          className="z-50"
        >
          <Base.Popup
            ref={popup}
            id={id}
            // An item's dialog may take the focus before the menu is closed.
            finalFocus={() => (isInOpenDialog(document.activeElement) ? false : button.current)}
            aria-labelledby={button.current?.id}
            onPointerDownCapture={anchor.hold}
            render={(attributes, { side: shown }) => (
              <PopupOnSide {...attributes} side={shown} onSide={setSide} />
            )}
            className={MENU_CLASSES}
          >
            <MenuPartsContext value={Base}>{children}</MenuPartsContext>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

type Side = ComponentProps<typeof Base.Positioner>['side']

/** The side on which the menu is shown. A menu above its button stays there if there is room below; one that no longer fits moves. */
function useSideWhileOpen(isOpen: boolean) {
  const [side, setSide] = useState<Side>('bottom')
  const [wasOpen, setWasOpen] = useState(isOpen)

  if (isOpen !== wasOpen) {
    setWasOpen(isOpen)
    // Reset on opening, because a closing menu fades out in place.
    if (isOpen) setSide('bottom')
  }
  return [side, setSide] as const
}

type PopupProps = ComponentProps<'div'> & { side: Side; onSide: (side: Side) => void }

function PopupOnSide({ side, onSide, ...attributes }: PopupProps) {
  useEffect(() => onSide(side), [side, onSide])

  return <div {...attributes} />
}

/**
 * The position of a menu's button. It stays fixed during a press, so that the press ends on the same item even if the page moves.
 */
function steadyAnchor(button: RefObject<HTMLElement | null>) {
  let held: DOMRect | null = null
  const here = () => button.current?.getBoundingClientRect() ?? new DOMRect()

  return {
    getBoundingClientRect: () => held ?? here(),
    get contextElement() {
      return button.current ?? undefined
    },
    /** Until the pointer is released, wherever that happens. */
    hold() {
      held = here()
      const ending = new AbortController()
      const release = () => {
        ending.abort()
        // The click comes after the release, and before the next frame.
        requestAnimationFrame(() => {
          held = null
        })
      }
      addEventListener('pointerup', release, { capture: true, signal: ending.signal })
      addEventListener('pointercancel', release, { capture: true, signal: ending.signal })
    },
  }
}
