/** The coupons that are for this member: those whose audience names them or their group, and that they can still use. */

/** @param {import('../app.js').App} app */
export async function loadMyCoupons({ state, api }) {
  const { shopper } = state
  state.myCoupons = []
  if (shopper?.kind !== 'member') return
  const { data } = await api.send('GET /coupons', { token: shopper.token })
  state.myCoupons = data
}
