import {
  type ComponentProps,
  cloneElement,
  type ReactElement,
  type ReactNode,
  useId,
  useRef,
  useState,
} from 'react'
import { onDemand } from './on-demand.tsx'

const AnchoredMenu = onDemand(async () => (await import('@app/ui/anchored-menu.tsx')).AnchoredMenu)

type Props = {
  /** The button that gets the menu button's attributes. */
  trigger: ReactElement<ComponentProps<'button'>>
  children: ReactNode
}

/** A button whose menu is downloaded when the pointer or focus reaches it. */
export function MenuButton({ trigger, children }: Props) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [isWanted, setWanted] = useState(false)
  const [isByKeyboard, setByKeyboard] = useState(false)

  return (
    <>
      {cloneElement(trigger, {
        ref: button,
        id: `${id}-button`,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        'aria-controls': isOpen ? id : undefined,
        onPointerEnter: AnchoredMenu.preload,
        onFocus: AnchoredMenu.preload,
        onClick: ({ detail }) => {
          setWanted(true)
          // A key press produces a click with count zero.
          setByKeyboard(detail === 0)
          setOpen(!isOpen)
        },
      })}
      {isWanted && (
        <AnchoredMenu
          id={id}
          button={button}
          isOpen={isOpen}
          isByKeyboard={isByKeyboard}
          onOpenChange={setOpen}
        >
          {children}
        </AnchoredMenu>
      )}
    </>
  )
}

MenuButton.preload = AnchoredMenu.preload
