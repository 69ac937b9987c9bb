import { AnchoredMenu } from '@app/ui/anchored-menu.tsx'
import { MenuAction, MenuLink, MenuSeparator } from '@app/ui/menu-items.tsx'
import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import type { Member } from '#api/session.ts'
import { paths } from '#config/paths.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { useSignOut } from './use-sign-out.ts'

type Props = Omit<ComponentProps<typeof AnchoredMenu>, 'children'> & {
  member: Member
  onFeedback: (() => void) | undefined
}

export function AccountMenu({ member, onFeedback, ...menu }: Props) {
  const { t } = useTranslation()
  const signOut = useSignOut()
  const { profile, email } = member

  return (
    <AnchoredMenu {...menu}>
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
      <MenuAction onSelect={signOut}>{t('header.signOut')}</MenuAction>
    </AnchoredMenu>
  )
}
