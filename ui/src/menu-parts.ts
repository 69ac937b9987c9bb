import type { Menu } from '@base-ui/react/menu'
import { createContext, use } from 'react'

type MenuParts = Pick<
  typeof Menu,
  'Item' | 'LinkItem' | 'RadioGroup' | 'RadioItem' | 'RadioItemIndicator' | 'Separator'
>

/** Provided by a menu to its items, so that pages can define items without downloading menus. */
export const MenuPartsContext = createContext<MenuParts | null>(null)

export function useMenuParts(): MenuParts {
  const parts = use(MenuPartsContext)
  if (!parts) throw new Error('A menu item needs a menu around it')

  return parts
}
