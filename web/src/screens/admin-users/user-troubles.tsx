import type { AdminUserReply } from '@app/contract/admin-users'
import { CheckIcon, WarningIcon } from '@app/ui/icons.tsx'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useTranslation } from '#i18n/language-provider.tsx'
import { type Trouble, troublesOf } from './troubles-of.ts'

type Props = { account: AdminUserReply; onView: (view: string) => void }

/** What is wrong with an account, each leading to the tab that shows it. */
export function UserTroubles({ account, onView }: Props) {
  const { t } = useTranslation()
  const troubles = troublesOf(account)

  if (troubles.length === 0) {
    return (
      <p className="flex items-center gap-2 text-sm text-positive">
        <CheckIcon className="size-5 shrink-0" />
        {t('admin.people.trouble.none')}
      </p>
    )
  }
  return (
    <section aria-label={t('admin.people.trouble.title')}>
      <h3 className="mb-2 text-sm font-semibold">{t('admin.people.trouble.title')}</h3>
      <ul className="divide-y divide-line rounded-md border border-line">
        {troubles.map((trouble) => (
          <li key={trouble.words}>
            <TroubleLine trouble={trouble} onView={onView} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function TroubleLine({ trouble, onView }: { trouble: Trouble; onView: Props['onView'] }) {
  const { t } = useTranslation()
  const { words, count, view, isSevere } = trouble

  return (
    <button
      type="button"
      onClick={() => onView(view === 'overview' ? '' : view)}
      className="flex min-h-11 w-full items-center gap-3 px-4 py-2 text-left text-sm transition-colors enabled-hover:text-accent focus-visible:-outline-offset-2"
    >
      <WarningIcon className={`size-5 shrink-0 ${isSevere ? 'text-danger' : 'text-ink-soft'}`} />
      <span className="min-w-0 flex-1 break-words">{t(words, { count })}</span>
      <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-ink-faint" />
    </button>
  )
}
