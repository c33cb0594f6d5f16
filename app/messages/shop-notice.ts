/** How the ids of notices about the shop itself begin; today all are about slides of the home page. */
export const SHOP_NOTICE = "diapositive-";
