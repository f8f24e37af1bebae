package sources

import "context"

type tenantKey struct{}

// WithTenant says for which workspace the calls of a context are made. Slots of the outbound client are shared fairly
// between tenants; "" is the service itself.
func WithTenant(ctx context.Context, workspace string) context.Context {
	return context.WithValue(ctx, tenantKey{}, workspace)
}

// Tenant returns the workspace that WithTenant set; "" if there is none.
func Tenant(ctx context.Context) string {
	workspace, _ := ctx.Value(tenantKey{}).(string)
	return workspace
}
