import { lazy, Suspense, useEffect, useState } from 'react'
import { useSession } from '#api/session.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { Keys } from '#ui/keys.tsx'

const loadMenu = () => import('./command-center.tsx')
const CommandCenter = lazy(async () => ({ default: (await loadMenu()).CommandCenter }))

/** For members: everything by keyboard. The menu itself comes when it is first called. */
export function CommandButton({ onFeedback }: { onFeedback: () => void }) {
  const isMember = useSession().status === 'member'

  return isMember ? <MemberCommandButton onFeedback={onFeedback} /> : null
}

function MemberCommandButton({ onFeedback }: { onFeedback: () => void }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const [isWanted, setWanted] = useState(false)

  useEffect(() => {
    addEventListener('keydown', toggleByKey)
    return () => removeEventListener('keydown', toggleByKey)

    function toggleByKey(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return
      event.preventDefault()
      setWanted(true)
      setOpen((wasOpen) => !wasOpen)
    }
  }, [])

  return (
    <>
      <button
        type="button"
        onPointerEnter={() => void loadMenu().catch(() => {})}
        onClick={() => {
          setWanted(true)
          setOpen(true)
        }}
        className="mr-1 inline-flex min-h-10 items-center gap-3 rounded-md border border-line-strong bg-surface px-3 text-sm text-ink-soft transition-colors enabled-hover:border-ink-faint enabled-hover:text-ink max-md:hidden"
      >
        {t('commands.open')}
        <Keys keys={[isApple() ? '⌘' : 'Ctrl', 'K']} />
      </button>
      {isWanted && (
        <Suspense>
          <CommandCenter isOpen={isOpen} onOpenChange={setOpen} onFeedback={onFeedback} />
        </Suspense>
      )}
    </>
  )
}

/** Members are known only in the browser, so this is never rendered where there is no navigator. */
function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent)
}
