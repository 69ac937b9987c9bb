import { SearchIcon } from '@app/ui/icons.tsx'
import { ShortcutKeys } from '@app/ui/shortcut-keys.tsx'
import { useState } from 'react'
import { useSession } from '#api/session/session.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { loadNamespaces } from '#i18n/messages.ts'
import { onDemand } from '#on-demand/on-demand.tsx'
import { commandKey } from './platform-keys.ts'
import { useShortcuts } from './use-shortcuts.ts'

const CommandCenter = onDemand(async () => {
  // It lists the guides by their titles.
  const [menu] = await Promise.all([import('./command-center.tsx'), loadNamespaces(['docs'])])
  return menu.CommandCenter
})
const ShortcutsDialog = onDemand(
  async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
)

/** For members: everything by keyboard. The menu itself comes when it is first called. */
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
        {/* The name is what is seen, keys included: whoever speaks it to the computer reads it here. */}
        <span className="max-md:sr-only">{t('commands.open')}</span>{' '}
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
 * Downloaded when it is first wanted. Each opening is a new one: called again while it still fades out, it comes
 * empty and with the focus, not as it was left.
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
