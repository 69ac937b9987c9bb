/** The path of the identity service below the API's URL. */
export const BASE = '/auth/v1'
