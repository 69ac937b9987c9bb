import { Avatar } from '@app/ui/avatar.tsx'
import { MenuAction, MenuLink, MenuSeparator } from '@app/ui/menu-items.tsx'
import { Link } from 'react-router'
import type { Member } from '#api/session/session.ts'
import { paths } from '#config/paths.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { MenuButton } from '#on-demand/menu-button.tsx'
import { avatarLetter } from './avatar-letter.ts'
import { useSignOut } from './use-sign-out.ts'

type Props = { member: Member; onFeedback: (() => void) | undefined }

export function AccountButton({ member, onFeedback }: Props) {
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
