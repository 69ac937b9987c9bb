import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { MENU_ITEM_CLASSES } from './menu-classes.ts'
import { ShortcutKeys } from './shortcut-keys.tsx'

export type Command = {
  id: string
  label: string
  /** Other words that find it. */
  keywords?: string
  icon?: ReactNode
  /** Its keyboard shortcut. */
  keys?: string[]
  run: () => void
}

export type CommandGroup = { value: string; items: Command[] }

type Props = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  groups: CommandGroup[]
  /** For commands that are searched elsewhere while the user types. */
  onSearch?: (text: string) => void
  texts: {
    title: string
    placeholder: string
    nothingFound: string
    hint: string
    close: string
  }
}

/** Global commands, found by typing. */
export function CommandMenu({ isOpen, onOpenChange, groups, onSearch, texts }: Props) {
  return (
    <Dialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-backdrop transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Popup className="fixed inset-x-4 top-[12dvh] z-40 mx-auto flex max-h-[70dvh] max-w-dialog flex-col overflow-hidden rounded-lg border border-line-strong bg-surface shadow-float outline-none transition-[scale,opacity] data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0">
          <Dialog.Title className="sr-only">{texts.title}</Dialog.Title>
          <Autocomplete.Root
            open
            inline
            items={groups}
            autoHighlight="always"
            keepHighlight
            onValueChange={(text, { reason }) => reason !== 'item-press' && onSearch?.(text)}
            itemToStringValue={(command: Command) => `${command.label} ${command.keywords ?? ''}`}
          >
            <Autocomplete.Input
              placeholder={texts.placeholder}
              aria-label={texts.placeholder}
              className="h-14 w-full border-b border-line bg-transparent px-5 text-base outline-none placeholder:text-ink-faint"
            />
            <Autocomplete.Empty className="px-5 text-sm text-ink-soft not-empty:py-8">
              {texts.nothingFound}
            </Autocomplete.Empty>
            <Autocomplete.List className="overflow-y-auto overscroll-contain p-1.5 empty:hidden">
              {(group: CommandGroup) => (
                <Group
                  key={group.value}
                  group={group}
                  onRun={(command) => {
                    onOpenChange(false)
                    command.run()
                  }}
                />
              )}
            </Autocomplete.List>
          </Autocomplete.Root>
          {/* A screen reader on a phone has no Escape key and no backdrop to press. */}
          <Dialog.Close className="sr-only">{texts.close}</Dialog.Close>
          <p className="border-t border-line bg-sunken px-5 py-2 text-xs text-ink-soft">
            {texts.hint}
          </p>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Group(props: { group: CommandGroup; onRun: (command: Command) => void }) {
  return (
    <Autocomplete.Group items={props.group.items} className="not-last:mb-1.5">
      <Autocomplete.GroupLabel className="px-3 py-1.5 text-xs font-medium text-ink-faint">
        {props.group.value}
      </Autocomplete.GroupLabel>
      <Autocomplete.Collection>
        {(command: Command) => (
          <Autocomplete.Item
            key={command.id}
            value={command}
            onClick={() => props.onRun(command)}
            className={MENU_ITEM_CLASSES}
          >
            <span className="text-ink-soft">{command.icon}</span>
            <span className="min-w-0 flex-1 truncate">{command.label}</span>
            {command.keys && (
              <span className="max-sm:hidden pointer-coarse:hidden">
                <ShortcutKeys keys={command.keys} />
              </span>
            )}
          </Autocomplete.Item>
        )}
      </Autocomplete.Collection>
    </Autocomplete.Group>
  )
}
