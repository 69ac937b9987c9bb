import { Avatar } from '@app/ui/avatar.tsx'
import { buttonClasses } from '@app/ui/button-classes.ts'
import { MenuAction, MenuLink, MenuSeparator } from '@app/ui/menu-items.tsx'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { Link } from 'react-router'
import { type Member, useSession } from '#api/session/session.ts'
import { paths } from '#config/paths.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { MenuButton } from '#on-demand/menu-button.tsx'
import { avatarLetter } from './avatar-letter.ts'
import { useSignOut } from './use-sign-out.ts'

type Props = { onFeedback: (() => void) | undefined }

/**
 * The visitor's account. Until the session is known, CSS shows the likelier variant: the head script noted whether a session is stored.
 */
export function AccountCorner({ onFeedback }: Props) {
  const session = useSession()

  if (session.status === 'member') {
    // On phones, the mobile menu contains it all.
    return (
      <span className="max-md:hidden">
        <AccountButton member={session} onFeedback={onFeedback} />
      </span>
    )
  }
  if (session.status !== 'loading') return <VisitorLinks />

  return (
    <>
      <span className="max-md:hidden has-session:hidden">
        <VisitorLinks />
      </span>
      <span className="hidden size-11 place-items-center max-md:hidden has-session:md:grid">
        <Skeleton className="size-9 rounded-full" />
      </span>
    </>
  )
}

function VisitorLinks() {
  const { t } = useTranslation()
  const { flags, links } = usePublicConfig()

  return (
    <span className="flex items-center gap-1 max-md:hidden">
      {flags.SHOW_SIGN_IN && (
        <Link to={paths.login} className={buttonClasses('quiet', 'sm')}>
          {t('header.signIn')}
        </Link>
      )}
      <a href={links.store} className={`${buttonClasses('primary', 'sm')} max-lg:hidden`}>
        {t('common.addToChrome')}
      </a>
    </span>
  )
}

type AccountButtonProps = { member: Member; onFeedback: (() => void) | undefined }

function AccountButton({ member, onFeedback }: AccountButtonProps) {
  const { t } = useTranslation()
  const signOut = useSignOut()
  const { profile, email } = member

  return (
    <MenuButton
      trigger={
        <button
          type="button"
          aria-label={t('header.account')}
          className="grid size-11 flex-none place-items-center rounded-full"
        >
          <Avatar letter={avatarLetter(profile?.display_name, email)} src={profile?.avatar_url} />
        </button>
      }
    >
      <div className="max-w-64 px-3 py-2 text-sm">
        <p className="truncate font-semibold">{profile?.display_name || t('header.user')}</p>
        <p className="truncate text-ink-soft">{email}</p>
      </div>
      <MenuSeparator />
      <MenuLink to={<Link to={paths.dashboard} />}>{t('header.dashboard')}</MenuLink>
      <MenuLink to={<Link to={paths.projects} />}>{t('header.projects')}</MenuLink>
      <MenuLink to={<Link to={paths.settings} />}>{t('header.settings')}</MenuLink>
      {profile?.role === 'admin' && (
        <MenuLink to={<Link to={paths.admin} />}>{t('header.admin')}</MenuLink>
      )}
      <MenuSeparator />
      {onFeedback && <MenuAction onSelect={onFeedback}>{t('header.feedback')}</MenuAction>}
      <MenuAction onSelect={() => void signOut()}>{t('header.signOut')}</MenuAction>
    </MenuButton>
  )
}
