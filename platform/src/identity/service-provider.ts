/** Our side of SAML; `Identity` has none while it is off. */
export type ServiceProvider = {
  entityId: string
  acsUrl: string
  finishUrl: string
  /** PEM. */
  privateKey: string
  /** PEM; with a next key both are published. */
  certificates: readonly string[]
  idpInitiated: boolean
}
