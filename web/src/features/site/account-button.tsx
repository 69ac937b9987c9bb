import { Avatar } from '@app/ui/avatar.tsx'
import { useRef, useState } from 'react'
import type { Member } from '#api/session.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { onDemand } from '#on-demand/on-demand.tsx'
import { avatarLetter } from './avatar-letter.ts'

const AccountMenu = onDemand(async () => (await import('./account-menu.tsx')).AccountMenu)

const BUTTON_ID = 'account-button'
const MENU_ID = 'account-menu'

type Props = { member: Member; onFeedback: (() => void) | undefined }

/** The menu is larger than the dashboard; it is fetched when a hand comes near the button. */
export function AccountButton({ member, onFeedback }: Props) {
  const { t } = useTranslation()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [isWanted, setWanted] = useState(false)
  const [isByKeyboard, setByKeyboard] = useState(false)
  const { profile, email } = member

  return (
    <>
      <button
        ref={button}
        id={BUTTON_ID}
        type="button"
        aria-label={t('header.account')}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? MENU_ID : undefined}
        onPointerEnter={AccountMenu.preload}
        onFocus={AccountMenu.preload}
        onClick={({ detail }) => {
          setWanted(true)
          // A press of a key is a click without a count.
          setByKeyboard(detail === 0)
          setOpen(!isOpen)
        }}
        className="grid size-11 flex-none place-items-center rounded-full"
      >
        <Avatar letter={avatarLetter(profile?.display_name, email)} src={profile?.avatar_url} />
      </button>
      {isWanted && (
        <AccountMenu
          id={MENU_ID}
          button={button}
          member={member}
          isOpen={isOpen}
          isByKeyboard={isByKeyboard}
          onOpenChange={setOpen}
          onFeedback={onFeedback}
        />
      )}
    </>
  )
}

AccountButton.preload = AccountMenu.preload
