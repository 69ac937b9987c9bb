import { usePublicConfig } from '#config/public-config.tsx'
import { PasswordCard } from '#features/auth/password-card.tsx'
import { ConnectedApps } from '#features/connected-apps/connected-apps.tsx'
import { DevicesCard } from '#features/security/devices-card.tsx'
import { IdentitiesCard } from '#features/security/identities-card.tsx'
import { PasskeysCard } from '#features/security/passkeys-card.tsx'
import { SecondFactorCard } from '#features/security/second-factor-card.tsx'

export function SecuritySection() {
  const { passkeys } = usePublicConfig()

  return (
    <>
      <PasswordCard />
      {passkeys && <PasskeysCard />}
      <SecondFactorCard />
      <IdentitiesCard />
      <DevicesCard />
      <ConnectedApps />
    </>
  )
}
