import { Menu as Base } from '@base-ui/react/menu'
import type { ReactElement, ReactNode } from 'react'
import { MENU_ITEM_CLASSES } from './menu-classes.ts'

export function MenuAction({ onSelect, children }: { onSelect: () => void; children: ReactNode }) {
  return (
    <Base.Item className={MENU_ITEM_CLASSES} onClick={onSelect}>
      {children}
    </Base.Item>
  )
}

/** `to` is the link element, native or a router's, so that it can be copied and opened in a new tab. */
export function MenuLink({ to, children }: { to: ReactElement; children: ReactNode }) {
  return (
    <Base.LinkItem className={MENU_ITEM_CLASSES} render={to} closeOnClick>
      {children}
    </Base.LinkItem>
  )
}

export function MenuSeparator() {
  return <Base.Separator className="-mx-1.5 my-1.5 border-t border-line" />
}
