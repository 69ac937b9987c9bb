import type { AdminUserReply } from '@app/contract/admin-users'
import { LANGUAGE_NAMES, LANGUAGES } from '@app/contract/languages'
import { CopyButton } from '@app/ui/copy-button.tsx'
import { TimeAgo } from '@app/ui/time-ago.tsx'
import { Fact, Facts } from '#features/admin/fact.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { wayWords } from './user-words.ts'

/** A ban that ends later than this counts as permanent. */
const FOREVER_MS = 50 * 365 * 86_400_000

export function UserOverview({ account }: { account: AdminUserReply }) {
  const { t, date } = useTranslation()
  const { user, about, confirmedAt } = account
  const language = LANGUAGES.find((one) => one === account.language)
  const { bannedUntil } = user
  const isForever =
    bannedUntil !== null && new Date(bannedUntil).getTime() - Date.now() > FOREVER_MS
  const ban = bannedUntil && (
    <time dateTime={bannedUntil}>
      {`${date(new Date(bannedUntil), { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`}
    </time>
  )

  return (
    <div className="grid gap-6">
      <Facts>
        <Fact name={t('admin.people.bannedUntil')}>
          {isForever ? t('admin.people.duration.untilLifted') : ban}
        </Fact>
        <Fact name={t('admin.people.created.label')}>
          <TimeAgo at={user.createdAt} isUtc />
        </Fact>
        <Fact name={t('admin.people.confirmed')}>
          {confirmedAt ? <TimeAgo at={confirmedAt} isUtc /> : t('admin.people.never')}
        </Fact>
        <Fact name={t('admin.people.lastSignIn')}>
          {user.lastSignInAt ? <TimeAgo at={user.lastSignInAt} isUtc /> : t('admin.people.never')}
        </Fact>
        <Fact name={t('admin.people.way.label')}>
          {user.ways.map((way) => wayWords(t, way)).join(', ')}
        </Fact>
        <Fact name={t('admin.people.factor.label')}>
          {t(user.hasFactor ? 'admin.yes' : 'admin.no')}
        </Fact>
        <Fact name={t('admin.people.language')}>{language && LANGUAGE_NAMES[language]}</Fact>
        <Fact name={t('admin.people.about')}>{about}</Fact>
        <Fact name={t('admin.people.id')}>
          <span className="font-mono text-xs break-all">{user.id}</span>
        </Fact>
      </Facts>
      <div>
        <CopyButton
          value={user.id}
          text={t('admin.people.copyId')}
          copiedText={t('admin.people.copied')}
        />
      </div>
    </div>
  )
}
