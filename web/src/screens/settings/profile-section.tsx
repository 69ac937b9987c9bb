import { useMember } from '#api/session/session.ts'
import { AvatarCard } from '#features/profile/avatar-card.tsx'
import { ProfileCard } from '#features/profile/profile-card.tsx'
import { WithProfile } from '#features/profile/with-profile.tsx'
import { avatarLetter } from '#features/site/avatar-letter.ts'

export function ProfileSection() {
  const { email } = useMember()

  return (
    <WithProfile>
      {(profile) => (
        <>
          <AvatarCard
            address={profile.avatar_url}
            letter={avatarLetter(profile.display_name, email)}
          />
          <ProfileCard profile={profile} />
        </>
      )}
    </WithProfile>
  )
}
