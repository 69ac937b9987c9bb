import { SearchIcon } from '@app/ui/icons.tsx'
import { ShortcutKeys } from '@app/ui/shortcut-keys.tsx'
import { useState } from 'react'
import { useSession } from '#api/session/session.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { loadNamespaces } from '#i18n/messages.ts'
import { onDemand } from '#on-demand/on-demand.tsx'
import { commandKey, useShortcuts } from './use-shortcuts.ts'

const CommandCenter = onDemand(async () => {
  // The menu lists the guides by title.
  const texts = loadNamespaces(['commands', 'docs'])
  const [menu] = await Promise.all([import('./command-center.tsx'), texts])
  return menu.CommandCenter
})
const ShortcutsDialog = onDemand(async () => {
  const texts = loadNamespaces(['commands'])
  const [dialog] = await Promise.all([import('./shortcuts-dialog.tsx'), texts])
  return dialog.ShortcutsDialog
})

/** For members: all commands by keyboard. The menu is downloaded at first use. */
export function CommandButton({ onFeedback }: { onFeedback: () => void }) {
  const isMember = useSession().status === 'member'

  return isMember ? <MemberCommandButton onFeedback={onFeedback} /> : null
}

function MemberCommandButton({ onFeedback }: { onFeedback: () => void }) {
  const { t } = useTranslation()
  const menu = useOnDemand()
  const shortcuts = useOnDemand()
  useShortcuts({
    toggleMenu: () => menu.show(!menu.isOpen),
    showShortcuts: () => shortcuts.show(true),
  })

  return (
    <>
      <button
        type="button"
        onPointerEnter={CommandCenter.preload}
        onClick={() => menu.show(true)}
        className="inline-flex min-h-10 items-center gap-3 rounded-md border-line-strong text-sm text-ink-soft transition-colors enabled-hover:border-ink-faint enabled-hover:text-ink max-md:size-11 max-md:justify-center md:mr-1 md:border md:bg-surface md:px-3"
      >
        <SearchIcon className="size-5 md:hidden" />
        {/* The accessible name contains the visible text and keys, for speech input. */}
        <span className="max-md:sr-only">{t('header.search')}</span>{' '}
        <span className="inline-flex max-md:hidden">
          <ShortcutKeys keys={[commandKey(), 'K']} />
        </span>
      </button>
      {menu.times > 0 && (
        <CommandCenter
          key={menu.times}
          isOpen={menu.isOpen}
          onOpenChange={menu.show}
          onFeedback={onFeedback}
          onShortcuts={() => shortcuts.show(true)}
        />
      )}
      {shortcuts.times > 0 && (
        <ShortcutsDialog isOpen={shortcuts.isOpen} onOpenChange={shortcuts.show} />
      )}
    </>
  )
}

/**
 * Downloaded on demand. Each opening mounts a new menu, so that reopening during the fade-out gives an empty, focused one.
 */
function useOnDemand() {
  const [isOpen, setOpen] = useState(false)
  const [times, setTimes] = useState(0)

  function show(next: boolean) {
    if (next && !isOpen) setTimes(times + 1)
    setOpen(next)
  }

  return { isOpen, times, show }
}

CommandButton.preload = CommandCenter.preload
