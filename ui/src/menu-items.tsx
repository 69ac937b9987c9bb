import type { ReactElement, ReactNode } from 'react'
import { CheckIcon } from './icons.tsx'
import { MENU_ITEM_CLASSES } from './menu-classes.ts'
import { useMenuParts } from './menu-parts.ts'

export function MenuAction({ onSelect, children }: { onSelect: () => void; children: ReactNode }) {
  const { Item } = useMenuParts()

  return (
    <Item className={MENU_ITEM_CLASSES} onClick={onSelect}>
      {children}
    </Item>
  )
}

/** `to` is a native or router link, so that it can be copied and opened in a new tab. */
export function MenuLink({ to, children }: { to: ReactElement; children: ReactNode }) {
  const { LinkItem } = useMenuParts()

  return (
    <LinkItem className={MENU_ITEM_CLASSES} render={to} closeOnClick>
      {children}
    </LinkItem>
  )
}

type Choices<Value extends string> = {
  choices: { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** A choice of several, with the selected one marked. */
export function MenuChoices<Value extends string>({ choices, value, onChange }: Choices<Value>) {
  const { RadioGroup, RadioItem, RadioItemIndicator } = useMenuParts()

  return (
    <RadioGroup value={value} onValueChange={onChange}>
      {choices.map((choice) => (
        <RadioItem
          key={choice.value}
          value={choice.value}
          closeOnClick
          className={MENU_ITEM_CLASSES}
        >
          <span className="flex-1">{choice.label}</span>
          <RadioItemIndicator>
            <CheckIcon className="size-4 text-accent" />
          </RadioItemIndicator>
        </RadioItem>
      ))}
    </RadioGroup>
  )
}

export function MenuSeparator() {
  const { Separator } = useMenuParts()

  return <Separator className="-mx-1.5 my-1.5 border-t border-line" />
}
