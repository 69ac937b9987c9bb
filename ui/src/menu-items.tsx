import { Menu as Base } from '@base-ui/react/menu'
import type { ReactElement, ReactNode } from 'react'
import { CheckIcon } from './icons.tsx'
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

type Choices<Value extends string> = {
  choices: { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** One of several, the chosen one marked. */
export function MenuChoices<Value extends string>({ choices, value, onChange }: Choices<Value>) {
  return (
    <Base.RadioGroup value={value} onValueChange={onChange}>
      {choices.map((choice) => (
        <Base.RadioItem
          key={choice.value}
          value={choice.value}
          closeOnClick
          className={MENU_ITEM_CLASSES}
        >
          <span className="flex-1">{choice.label}</span>
          <Base.RadioItemIndicator>
            <CheckIcon className="size-4 text-accent" />
          </Base.RadioItemIndicator>
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  )
}

export function MenuSeparator() {
  return <Base.Separator className="-mx-1.5 my-1.5 border-t border-line" />
}
