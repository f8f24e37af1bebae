package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	"k8s.io/apimachinery/pkg/util/validation"
	"sigs.k8s.io/json"
	"sigs.k8s.io/yaml"
)

const manifests = "../../docs/deploy/kubernetes"

// kustomization is what of a kustomization is used.
type kustomization struct {
	APIVersion string `json:"apiVersion"`
	Kind       string `json:"kind"`
	Namespace  string `json:"namespace"`
	Labels     []struct {
		Pairs map[string]string `json:"pairs"`
	} `json:"labels"`
	Resources []string `json:"resources"`
	Images    []struct {
		Name    string `json:"name"`
		NewName string `json:"newName"`
		NewTag  string `json:"newTag"`
	} `json:"images"`
}

// kinds are Kubernetes' own types of what the manifests hold: a field that they do not have is an error.
var kinds = map[string]func() any{
	"v1 Namespace": func() any { return &corev1.Namespace{} }, "v1 ConfigMap": func() any { return &corev1.ConfigMap{} },
	"v1 Secret": func() any { return &corev1.Secret{} }, "v1 Service": func() any { return &corev1.Service{} },
	"v1 ServiceAccount": func() any { return &corev1.ServiceAccount{} }, "apps/v1 Deployment": func() any { return &appsv1.Deployment{} },
	"policy/v1 PodDisruptionBudget":                 func() any { return &policyv1.PodDisruptionBudget{} },
	"networking.k8s.io/v1 NetworkPolicy":            func() any { return &networkingv1.NetworkPolicy{} },
	"networking.k8s.io/v1 Ingress":                  func() any { return &networkingv1.Ingress{} },
	"kustomize.config.k8s.io/v1beta1 Kustomization": func() any { return &kustomization{} },
}

// read decodes every document of every manifest, by its kind.
func read(t *testing.T) map[string][]any {
	t.Helper()
	paths, err := filepath.Glob(manifests + "/*.yaml")
	if err != nil || len(paths) < 6 {
		t.Fatal(paths, err)
	}
	all := map[string][]any{}
	for _, path := range paths {
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for n, doc := range bytes.Split(raw, []byte("\n---\n")) {
			what := fmt.Sprintf("%s, document %d", filepath.Base(path), n+1)
			var head struct{ APIVersion, Kind string }
			if err := yaml.Unmarshal(doc, &head); err != nil {
				t.Fatalf("%s: %v", what, err)
			}
			make := kinds[head.APIVersion+" "+head.Kind]
			if make == nil {
				t.Fatalf("%s: there is no %s %s", what, head.APIVersion, head.Kind)
			}
			object := make()
			text, err := yaml.YAMLToJSONStrict(doc)
			if err != nil {
				t.Fatalf("%s: %v", what, err)
			}
			strict, err := json.UnmarshalStrict(text, object) // with upper and lower case told apart, as the API server does
			if err != nil || len(strict) > 0 {
				t.Fatalf("%s: %v %v", what, err, strict)
			}
			all[head.Kind] = append(all[head.Kind], object)
		}
	}
	return all
}

// TestManifestsAreKubernetes decodes every manifest strictly into Kubernetes' own types, as its schemas would be checked.
func TestManifestsAreKubernetes(t *testing.T) {
	all := read(t)
	k := all["Kustomization"][0].(*kustomization)
	files, _ := filepath.Glob(manifests + "/*.yaml")
	for _, path := range files {
		name := filepath.Base(path)
		if kept := name == "kustomization.yaml" || name == "secret.example.yaml"; kept == slices.Contains(k.Resources, name) {
			t.Errorf("%s and the kustomization's resources disagree", name)
		}
	}
	for _, d := range all["Deployment"] {
		checkDeployment(t, d.(*appsv1.Deployment))
	}
	s := all["Secret"][0].(*corev1.Secret)
	if s.Name != "socialdata" || len(s.Data) > 0 {
		t.Errorf("the example of a secret is %+v", s)
	}
}

// checkDeployment holds that nothing is missed in a rolling upgrade, and that a pod may do no more than it must.
func checkDeployment(t *testing.T, d *appsv1.Deployment) {
	t.Helper()
	r := d.Spec.Strategy.RollingUpdate
	if d.Spec.Replicas == nil || *d.Spec.Replicas < 2 || r == nil || r.MaxUnavailable.IntValue() != 0 || r.MaxSurge.IntValue() < 1 {
		t.Errorf("%s is not replaced one by one: %+v", d.Name, d.Spec.Strategy)
	}
	pod := d.Spec.Template.Spec
	if pod.AutomountServiceAccountToken == nil || *pod.AutomountServiceAccountToken || pod.SecurityContext == nil || *pod.SecurityContext.RunAsUser != 65532 || !*pod.SecurityContext.RunAsNonRoot {
		t.Errorf("%s runs as %+v", d.Name, pod.SecurityContext)
	}
	if pod.TerminationGracePeriodSeconds == nil || *pod.TerminationGracePeriodSeconds < 20 {
		t.Errorf("%s is killed before it has drained", d.Name)
	}
	if len(pod.InitContainers) != 1 || !slices.Equal(pod.InitContainers[0].Args, []string{"migrate"}) || !slices.Equal(pod.Containers[0].Args, []string{d.Name}) {
		t.Errorf("%s does not migrate first, or runs something else", d.Name)
	}
	for _, c := range append(pod.InitContainers, pod.Containers...) {
		s := c.SecurityContext
		if s == nil || !*s.ReadOnlyRootFilesystem || *s.AllowPrivilegeEscalation || len(s.Capabilities.Drop) != 1 || s.Capabilities.Drop[0] != "ALL" {
			t.Errorf("%s of %s may do too much: %+v", c.Name, d.Name, s)
		}
		if c.Resources.Limits.Memory().IsZero() || c.Resources.Requests.Cpu().IsZero() || c.Resources.Requests.Memory().IsZero() {
			t.Errorf("%s of %s has no bounds", c.Name, d.Name)
		}
		for _, m := range c.VolumeMounts {
			if !slices.ContainsFunc(pod.Volumes, func(v corev1.Volume) bool { return v.Name == m.Name && isKnown(v) }) {
				t.Errorf("%s of %s mounts %s, which there is not", c.Name, d.Name, m.Name)
			}
		}
	}
	c := pod.Containers[0]
	for name, probe := range map[string]*corev1.Probe{"/healthz": c.LivenessProbe, "/readyz": c.ReadinessProbe} {
		if probe == nil || probe.HTTPGet == nil || probe.HTTPGet.Path != name || probe.HTTPGet.Port.StrVal != "metrics" {
			t.Errorf("%s is not asked for %s", d.Name, name)
		}
	}
	for key := range d.Spec.Selector.MatchLabels {
		if d.Spec.Template.Labels[key] != d.Spec.Selector.MatchLabels[key] || len(validation.IsQualifiedName(key)) > 0 {
			t.Errorf("%s selects by %s, which its pods do not have", d.Name, key)
		}
	}
}

// isKnown reports whether a pod's volume is an empty folder or the secret of the example.
func isKnown(v corev1.Volume) bool {
	return v.EmptyDir != nil || v.Secret != nil && v.Secret.SecretName == "socialdata"
}

// TestManifestsMeetEachOther holds that what names another object names one that there is.
func TestManifestsMeetEachOther(t *testing.T) {
	all := read(t)
	pods := map[string]*appsv1.Deployment{}
	for _, d := range all["Deployment"] {
		pods[d.(*appsv1.Deployment).Name] = d.(*appsv1.Deployment)
	}
	for _, s := range all["Service"] {
		service := s.(*corev1.Service)
		d := pods[service.Spec.Selector["app.kubernetes.io/component"]]
		if d == nil || !slices.ContainsFunc(d.Spec.Template.Spec.Containers[0].Ports, func(p corev1.ContainerPort) bool { return p.Name == service.Spec.Ports[0].TargetPort.StrVal }) {
			t.Errorf("the service %s reaches nothing", service.Name)
		}
	}
	for _, b := range all["PodDisruptionBudget"] {
		budget := b.(*policyv1.PodDisruptionBudget)
		if d := pods[budget.Spec.Selector.MatchLabels["app.kubernetes.io/component"]]; d == nil || budget.Spec.MinAvailable.IntVal >= *d.Spec.Replicas {
			t.Errorf("the budget %s lets no node be drained", budget.Name)
		}
	}
	origin := all["ConfigMap"][0].(*corev1.ConfigMap).Data["SOCIALDATA_ORIGIN"]
	ingress := all["Ingress"][0].(*networkingv1.Ingress)
	if host := ingress.Spec.Rules[0].Host; strings.TrimPrefix(origin, "https://") != host || ingress.Spec.TLS[0].Hosts[0] != host {
		t.Errorf("the ingress serves %s, the origin is %s", host, origin)
	}
}
