import { Button } from '@app/ui/button.tsx'
import { CommandMenu } from '@app/ui/command-menu.tsx'
import { ConfirmDialog } from '@app/ui/confirm-dialog.tsx'
import { Dialog } from '@app/ui/dialog.tsx'
import { Menu } from '@app/ui/menu.tsx'
import { MenuAction, MenuLink, MenuSeparator } from '@app/ui/menu-items.tsx'
import { toasts } from '@app/ui/toaster.tsx'
import { useState } from 'react'
import { GallerySection, Row } from './gallery-section.tsx'

type Overlay = 'dialog' | 'confirm' | 'commands'

const COMMANDS = [
  {
    value: 'Go to',
    items: [
      { id: 'dashboard', label: 'Dashboard', run: () => {} },
      { id: 'settings', label: 'Settings', run: () => {} },
    ],
  },
  { value: 'Do', items: [{ id: 'theme', label: 'Switch theme', run: () => {} }] },
]

/** They float over the page and use its theme, not that of their column. */
export function Overlays() {
  const [open, setOpen] = useState<Overlay | null>(null)
  const control = (overlay: Overlay) => ({
    isOpen: open === overlay,
    onOpenChange: (isOpen: boolean) => setOpen(isOpen ? overlay : null),
  })

  return (
    <GallerySection title="Overlays">
      <Row>
        <Menu trigger={<Button variant="secondary">{'Menu'}</Button>} align="start">
          <MenuLink to={<a href="#top">{'A link'}</a>}>{'A link'}</MenuLink>
          <MenuSeparator />
          <MenuAction onSelect={() => toasts.show({ title: 'Chosen' })}>{'An action'}</MenuAction>
        </Menu>
        {(['dialog', 'confirm', 'commands'] as const).map((overlay) => (
          <Button key={overlay} variant="secondary" onClick={() => setOpen(overlay)}>
            {overlay}
          </Button>
        ))}
        <Button variant="secondary" onClick={showToasts}>
          {'Three toasts'}
        </Button>
      </Row>
      <Dialog {...control('dialog')} title="A dialog" lead="One thing at a time." closeText="Close">
        <Button onClick={() => setOpen(null)}>{'Understood'}</Button>
      </Dialog>
      <ConfirmDialog
        {...control('confirm')}
        title="Delete Tide planner?"
        text="Its tasks go with it. The repository on GitHub stays."
        cancelText="Keep it"
        confirmText="Delete"
        phrase={{ label: 'Type “Tide planner” to confirm', expected: 'Tide planner' }}
        onConfirm={() => toasts.show({ title: 'Deleted' })}
      />
      <CommandMenu
        {...control('commands')}
        groups={COMMANDS}
        texts={{
          title: 'Command menu',
          placeholder: 'Type a command',
          nothingFound: 'Nothing by that name',
          hint: '↑ ↓ to choose · ↵ to run · esc to close',
          close: 'Close',
        }}
      />
    </GallerySection>
  )
}

function showToasts() {
  toasts.show({ title: 'Thank you!', text: 'Your feedback has arrived.', tone: 'positive' })
  toasts.show({ title: 'Error', text: 'The second one waits for the first.', tone: 'danger' })
  toasts.show({ title: 'Project deleted', action: { text: 'Undo', run: () => {} } })
}
